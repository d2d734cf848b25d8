"""The SQL statements of the store in PostgreSQL. `sealing` and `rows` say what the values mean."""

from __future__ import annotations

from kartentisch.store.statements import COLUMNS
from kartentisch.store.values import FIRST_VERSION, TALK_KEPT

ROW = "table_id, newest, closed, changed_at, opened_at, game, rules, phase, public, wake_at, kind"

# ---- Nodes -----------------------------------------------------------------------------------------------------------

_UNTIL = "clock_timestamp() + %(lives)s * interval '1 second'"
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""Milliseconds since 1970, by the clock of the database."""
LEVEL = "(SELECT min(facts) FROM nodes WHERE until > clock_timestamp())"
"""The level of facts that all living nodes know."""
ENTER = f"""
INSERT INTO nodes (id, name, address, version, facts, draining, lives, until)
SELECT %(id)s, %(name)s, %(address)s, %(version)s, %(facts)s, %(draining)s, %(lives)s, {_UNTIL}
WHERE NOT EXISTS (SELECT FROM nodes WHERE name = %(name)s AND until > clock_timestamp())
RETURNING {NOW}, least(facts, {LEVEL})
"""
FORGET_OLD = "DELETE FROM nodes WHERE until < clock_timestamp() - interval '1 day'"
MAINTENANCE = "SELECT value FROM about WHERE name = 'maintenance'"
STAY = f"""
UPDATE nodes SET until = {_UNTIL} WHERE id = %(id)s AND until > clock_timestamp() RETURNING {NOW}, draining,
    EXISTS (SELECT FROM orders WHERE node = nodes.id AND state <> 'answered'), coalesce(({MAINTENANCE}), ''), {LEVEL},
    (SELECT coalesce(jsonb_object_agg(writer, number), '{{}}') FROM commits WHERE node = nodes.id)
"""
"""The node says how long it lives: it knows then when it has to be silent. Others read it in `until`."""
END = "UPDATE nodes SET until = clock_timestamp() WHERE id = %s AND until > clock_timestamp()"
DRAIN = "UPDATE nodes SET draining = %s WHERE id = %s"
LEAVE = "DELETE FROM nodes WHERE id = %s"
_PEER = "SELECT id, name, address, version, draining, lives FROM nodes WHERE until > clock_timestamp()"
LIVING = f"{_PEER} ORDER BY name, id"
OWNER = f"{_PEER} AND id = (SELECT owner FROM tables WHERE table_id = %s)"
SET_DRAINING = "UPDATE nodes SET draining = %s WHERE name = %s AND address <> '' AND until > clock_timestamp()"
OVERVIEW = """
SELECT id, name, address, version, draining, lives,
    greatest(0, extract(epoch FROM clock_timestamp() + lives * interval '1 second' - until) * 1000)::bigint,
    (SELECT count(*) FROM tables WHERE owner = nodes.id AND newest > 0 AND kind = 'table'),
    (SELECT count(*) FROM tables WHERE owner = nodes.id AND newest > 0 AND kind <> 'table')
FROM nodes WHERE until > clock_timestamp() ORDER BY name, id
"""
FIRST_KEY = "INSERT INTO about VALUES ('key', %s) ON CONFLICT DO NOTHING"
REPLACE_KEY = "INSERT INTO about VALUES ('key', %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
KEY = "SELECT value FROM about WHERE name = 'key'"

# ---- Orders of the operator ------------------------------------------------------------------------------------------

SAY_TO_ALL = "INSERT INTO about VALUES ('maintenance', %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
SAY_NO_MORE = "DELETE FROM about WHERE name = 'maintenance'"
TABLES_WITH_SERVERS = f"""
SELECT {ROW}, coalesce((SELECT name FROM nodes WHERE id = owner AND until > clock_timestamp()), '')
FROM tables WHERE newest > 0 AND kind = 'table' ORDER BY table_id
"""
ADDRESSEE = """
SELECT id, name FROM nodes WHERE until > clock_timestamp()
AND (id = (SELECT owner FROM tables WHERE table_id = %(table)s) OR (address <> '' AND NOT draining))
ORDER BY id = (SELECT owner FROM tables WHERE table_id = %(table)s) DESC NULLS LAST, until DESC LIMIT 1
"""
GIVE_ORDER = """
INSERT INTO orders (id, what, table_id, node)
SELECT %s, %s, %s, id FROM nodes WHERE id = %s AND until > clock_timestamp() RETURNING 1
"""
ORDER = """
SELECT state, answer, until > clock_timestamp() FROM orders JOIN nodes ON node = nodes.id WHERE orders.id = %s
"""
WITHDRAW_ORDER = "DELETE FROM orders WHERE id = %s AND state = 'waiting' RETURNING 1"
FORGET_ORDER = "DELETE FROM orders WHERE id = %s"
TAKE_ORDERS = """
UPDATE orders SET state = 'taken' WHERE node = %s AND state <> 'answered' RETURNING id, what, table_id
"""
ANSWER_ORDER = "UPDATE orders SET state = 'answered', answer = %s WHERE id = %s RETURNING 1"

# ---- Writing ---------------------------------------------------------------------------------------------------------

MAKE_ROWS = "INSERT INTO tables (table_id) SELECT unnest(%s::text[]) ON CONFLICT DO NOTHING"
LOCK = "SELECT FROM tables WHERE table_id = ANY(%s) ORDER BY table_id FOR NO KEY UPDATE"
"""Nobody else changes these logs until the end of the transaction. Taking them waits."""
STATE = f"""
SELECT {ROW}, owner, epoch, deleted_at IS NOT NULL,
    EXISTS (SELECT FROM nodes WHERE id = owner AND until > clock_timestamp()),
    (SELECT key FROM keys WHERE keys.table_id = tables.table_id)
FROM tables WHERE table_id = ANY(%s)
"""
"""What is known of the locked logs. It is a statement of its own, so that it sees what the locks have waited for."""
THIS_NODE = "SELECT until > clock_timestamp(), draining FROM nodes WHERE id = %s"
STILL_HERE = """
SELECT 1 / (SELECT count(*) FROM nodes WHERE id = %s AND until > clock_timestamp())
"""
"""Fails (22012) if the node has ended since: its process may have been paused in the middle of a transaction."""
ENDED = "22012"
NUMBERED = "UPDATE commits SET number = %s / (number >= %s)::int WHERE node = %s AND writer = %s"
"""Fails (22012) if the database has lost a commit that it had confirmed: the leases may be older, too."""
FIRST_NUMBER = """
INSERT INTO commits SELECT id, %(writer)s, 0 FROM nodes WHERE id = %(node)s
ON CONFLICT (node, writer) DO UPDATE SET number = 0
"""
LAST_NUMBER = "SELECT number FROM commits WHERE node = %s AND writer = %s FOR UPDATE"
"""The lock waits for a transaction that may still be on its way."""
TAKE = "UPDATE tables SET owner = %s, epoch = %s WHERE table_id = %s"
RELEASE = "UPDATE tables SET owner = NULL WHERE table_id = %s"
INSERT = f"""
INSERT INTO facts (table_id, {COLUMNS}) SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[],
%s::text[], %s::text[], %s::text[], %s::bigint[])
"""
PUT_ROW = """
UPDATE tables SET newest = %s, closed = %s, changed_at = %s, opened_at = %s, game = %s, rules = %s, phase = %s,
public = %s, wake_at = %s, kind = %s WHERE table_id = %s
"""
PUT_KEY = "INSERT INTO keys VALUES (%s, %s) ON CONFLICT (table_id) DO UPDATE SET key = excluded.key"
SET_NAME = "INSERT INTO names VALUES (%s, %s, %s) ON CONFLICT (table_id, seat) DO UPDATE SET sealed = excluded.sealed"
SAY = "INSERT INTO talk VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"
TOO_OLD = f"""
DELETE FROM talk WHERE table_id = %(id)s AND time <=
(SELECT time FROM talk WHERE table_id = %(id)s ORDER BY time DESC LIMIT 1 OFFSET {TALK_KEPT})
"""
SEALED = ("keys", "names", "talk")
OF_A_TABLE = ("tokens", "jobs")
"""What is removed with a log, apart from its facts and its sealed data."""
RENEW = f"""
INSERT INTO tokens VALUES (%s, %s, {FIRST_VERSION + 1})
ON CONFLICT (table_id, seat) DO UPDATE SET version = tokens.version + 1 RETURNING version
"""
TAKEN = """
SELECT table_id FROM codes WHERE code = %(code)s
UNION ALL SELECT '' FROM resting WHERE code = %(code)s AND since > %(time)s
"""
"""The table to which a code leads; '' while the code rests."""
SET_CODE = "INSERT INTO codes VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING 1"
REST = """
WITH freed AS (DELETE FROM codes WHERE table_id = %s RETURNING code)
INSERT INTO resting SELECT code, %s FROM freed ON CONFLICT (code) DO UPDATE SET since = excluded.since
"""
RESTED = "DELETE FROM resting WHERE since <= %s"
DELETED = """
UPDATE tables SET deleted_at = %s, newest = 0, closed = false, changed_at = 0, opened_at = 0, game = '', rules = 0,
phase = '', public = false, wake_at = NULL, kind = 'table' WHERE table_id = %s
"""
ERASING = "INSERT INTO erasing VALUES (%s) ON CONFLICT DO NOTHING"
ERASE_AT_ONCE = 2000
"""The number of facts removed in one transaction, so that other jobs of the writer do not wait for long."""
ERASE = f"""
DELETE FROM facts WHERE (table_id, number) IN
(SELECT table_id, number FROM facts WHERE table_id = %s ORDER BY number LIMIT {ERASE_AT_ONCE}) RETURNING number
"""
ERASED = "DELETE FROM erasing WHERE table_id = %s"
PARCELS = "parcels"
"""What is locked to write any parcel, like a log. No table has this id."""
HELD = "SELECT coalesce(sum(length(sealed)), 0) FROM parcels"
KEEP_PARCEL = "INSERT INTO parcels VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"
FULL_PARCEL = "SELECT sealed FROM parcels WHERE parcel_id = %s AND until > %s"
EMPTY_PARCEL = "UPDATE parcels SET sealed = '' WHERE parcel_id = %s AND until > %s"
DROP_PARCEL = "DELETE FROM parcels WHERE parcel_id = %s RETURNING length(sealed)"
DROP_PARCELS = "DELETE FROM parcels WHERE until <= %s RETURNING 1"

# ---- Counting --------------------------------------------------------------------------------------------------------

BEING_OPENED = "+"
"""Before the id of what is being opened: no log has such an id."""
OPENINGS = f"""
SELECT at, CASE WHEN starts_with(table_id, '{BEING_OPENED}') THEN at > %s ELSE
EXISTS (SELECT FROM tables JOIN nodes ON owner = id WHERE tables.table_id = openings.table_id
    AND until > clock_timestamp() AND NOT closed AND phase <> 'over') END
FROM openings WHERE who = ANY(%s) AND at > %s ORDER BY at
"""
OPEN = f"""
INSERT INTO openings (who, at, table_id) VALUES (%s, %s, '{BEING_OPENED}' || %s) ON CONFLICT DO NOTHING RETURNING 1
"""
NOT_OPENED = f"DELETE FROM openings WHERE who = %s AND table_id = '{BEING_OPENED}' || %s RETURNING who, at"
OPENED = f"""
WITH opening AS ({NOT_OPENED})
INSERT INTO openings (who, at, table_id) SELECT who, at, %s FROM opening ON CONFLICT DO NOTHING RETURNING 1
"""
FORGET_OPENINGS = "DELETE FROM openings WHERE at < %s RETURNING 1"
GUESSED = "SELECT greatest(0, n - (%s - at) / 1000.0 * %s) FROM guesses WHERE who = ANY(%s)"
GUESS_WRONG = """
INSERT INTO guesses VALUES (%s, 1, %s) ON CONFLICT (who) DO UPDATE
SET n = greatest(0, guesses.n - (excluded.at - guesses.at) / 1000.0 * %s) + 1, at = excluded.at RETURNING 1
"""
FORGET_GUESSES = "DELETE FROM guesses WHERE at < %s RETURNING 1"

# ---- Reading ---------------------------------------------------------------------------------------------------------

_ALIVE = "EXISTS (SELECT FROM tables t WHERE t.table_id = facts.table_id AND deleted_at IS NULL)"
FACTS = f"SELECT {COLUMNS} FROM facts WHERE table_id = %s AND number > %s AND {_ALIVE} ORDER BY number"
ANSWERED = f"SELECT coalesce(max(number), 0) FROM facts WHERE table_id = %s AND ask = %s AND ask <> '' AND {_ALIVE}"
TABLES = f"SELECT {ROW} FROM tables WHERE newest > 0 AND kind = 'table' ORDER BY table_id"
RUNNING = f"SELECT {ROW} FROM tables WHERE newest > 0 AND kind = 'table' AND NOT closed ORDER BY table_id"
LISTED = f"SELECT {ROW} FROM tables WHERE newest > 0 AND table_id = %s"
UNUSED = f"""
SELECT {ROW} FROM tables WHERE newest > 0 AND kind = %s AND closed = %s AND changed_at <= %s
ORDER BY changed_at, table_id
"""
INVITING = "SELECT table_id FROM tables WHERE public AND opened_at > %s ORDER BY opened_at DESC, table_id LIMIT %s"
WAKING = "SELECT table_id FROM tables WHERE wake_at IS NOT NULL ORDER BY wake_at, table_id"
ORPHANS = f"""
SELECT table_id FROM tables WHERE wake_at IS NOT NULL AND NOT table_id = ANY(%s)
AND NOT (changed_at > {NOW} - %s AND changed_at <= {NOW})
AND NOT EXISTS (SELECT FROM nodes WHERE id = owner AND until > clock_timestamp()) ORDER BY wake_at, table_id LIMIT %s
"""
NAMES = "SELECT table_id, seat, sealed, key FROM names JOIN keys USING (table_id) WHERE table_id = %s ORDER BY seat"
TALK = """
SELECT table_id, time, seat, ask, sealed, key FROM talk JOIN keys USING (table_id) WHERE table_id = %s ORDER BY time
"""
DELETED_BEFORE = "SELECT 1 FROM tables WHERE table_id = %s AND deleted_at IS NOT NULL"
VERSIONS = "SELECT seat, version FROM tokens WHERE table_id = %s"
CODES = "SELECT count(*) FROM codes WHERE length(code) = %s"
CODE = "SELECT code FROM codes WHERE table_id = %s"
CODED = "SELECT table_id FROM codes WHERE code = %s"
PARCEL = "SELECT sealed, until FROM parcels WHERE parcel_id = %s"
HOLDS_TABLES = "SELECT 1 FROM tables WHERE newest > 0 LIMIT 1"
