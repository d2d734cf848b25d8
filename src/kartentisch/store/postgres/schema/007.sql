-- What the operator wants done at tables, each given to one node. It takes the order before it begins, so that an order
-- that was not taken can be withdrawn for sure. An order goes with its node.
CREATE TABLE orders (
    id text COLLATE "C" PRIMARY KEY,
    node text COLLATE "C" NOT NULL REFERENCES nodes ON DELETE CASCADE,
    what text NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'answered')),
    answer text NOT NULL DEFAULT ''
);
CREATE INDEX orders_of_a_node ON orders (node);
