"""A yardstick, not a part of the product: a first try at random rounds of one game, rules incomplete, never made faster.

`kartentisch bench` runs it beside the real rules, so that their speed can be told as a ratio that holds on any machine.
Prints legal-random steps per second on one core for 4 seats, median of five runs: `python bench/yardstick.py`.
"""

# ruff: noqa
# Kept as it was written, since changing it would change the measure.
import time
import numpy as np
from numba import njit

i1 = np.int8
i2 = np.int16
u8 = np.uint64
STATE = np.dtype(
    [
        ("rng", u8),
        ("players", i1),
        ("player", i1),
        ("acted", i1),
        ("free_used", i1),
        ("winner", i1),
        ("hand", i1, (5, 112)),
        ("hand_n", i1, (5,)),
        ("own", i1, (5, 25)),
        ("own_n", i1, (5,)),
        ("common", i1, (112,)),
        ("common_n", i1),
        ("top", i1, (4,)),
        ("buried", i1, (100,)),
        ("buried_n", i1),
        ("rule", i1, (4,)),
        ("stack", i1, (30,)),
        ("stack_n", i1),
        ("gone", i1, (30,)),
        ("gone_n", i1),
    ],
    align=True,
)
AGG = 50
RULES = np.array([0] * 5 + [1] * 4 + [2] * 5 + [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4, dtype=i1)
DEAL = np.array([0, 0, 25, 20, 15, 12], dtype=i1)
jit = njit(inline="never", cache=False, boundscheck=False, error_model="numpy")


@jit
def rnd(s, n):
    x = s.rng
    x ^= x >> u8(12)
    x ^= x << u8(25)
    x ^= x >> u8(27)
    s.rng = x
    r = (x * u8(2685821657736338717)) >> u8(32)
    return np.int64((r * u8(n)) >> u8(32))


@jit
def shuffle(s, a, n):
    for i in range(n - 1, 0, -1):
        j = rnd(s, i + 1)
        t = a[i]
        a[i] = a[j]
        a[j] = t


@jit
def deal(s, players, seed):
    s.rng = u8(seed) * u8(0x9E3779B97F4A7C15) | u8(1)
    for _ in range(4):
        rnd(s, 2)
    s.players = players
    s.player = 0
    s.acted = 0
    s.free_used = 0
    s.winner = -1
    for i in range(30):
        s.stack[i] = RULES[i]
    shuffle(s, s.stack, 30)
    n = 30
    for r in range(4):
        n -= 1
        s.rule[r] = s.stack[n]
    s.stack_n = n
    s.gone_n = 0
    c = s.common
    for i in range(100):
        c[i] = i % 50
    shuffle(s, c, 100)
    n = 100
    for r in range(4):
        n -= 1
        s.top[r] = c[n]
    for i in range(14):
        c[n + i] = AGG
    n += 14
    shuffle(s, c, n)
    d = DEAL[players]
    for p in range(players):
        for i in range(d):
            n -= 1
            s.own[p, i] = c[n]
        s.own_n[p] = d
        s.hand_n[p] = 0
    s.common_n = n
    s.buried_n = 0
    for p in range(players):
        refill(s, p)


@jit
def refill(s, p):
    while s.hand_n[p] < 4 and s.own_n[p] > 0:
        s.own_n[p] -= 1
        s.hand[p, s.hand_n[p]] = s.own[p, s.own_n[p]]
        s.hand_n[p] += 1


@jit
def fits(rule, top, card):
    tc = top // 10
    tv = top % 10
    c = card // 10
    v = card % 10
    if rule == 0:
        return v == (tv + 1) % 10
    if rule == 1:
        return v == (tv + 2) % 10
    if rule == 2:
        return v == (tv + 9) % 10
    if rule == 3:
        return v == (tv + 8) % 10
    if rule == 4:
        return v == tv
    if rule == 5:
        return c == tc
    return v == tv or c == tc


@jit
def legal(s, out):
    p = s.player
    n = 0
    agg = False
    for i in range(s.hand_n[p]):
        c = s.hand[p, i]
        if c == AGG:
            agg = True
        else:
            for k in range(4):
                if fits(s.rule[k], s.top[k], c):
                    out[n] = c * 4 + k
                    n += 1
    if agg:
        for row in range(2):
            for t in range(s.players):
                if t != p:
                    out[n] = 200 + row * 5 + t
                    n += 1
    if s.free_used == 0:
        out[n] = 210
        out[n + 1] = 211
        n += 2
    if s.acted != 0:
        out[n] = 212
        n += 1
    return n


@jit
def remove(s, p, c):
    m = s.hand_n[p]
    for i in range(m):
        if s.hand[p, i] == c:
            s.hand[p, i] = s.hand[p, m - 1]
            s.hand_n[p] = m - 1
            return


@jit
def draw_to(s, p):
    if s.common_n == 0:
        return
    s.common_n -= 1
    s.hand[p, s.hand_n[p]] = s.common[s.common_n]
    s.hand_n[p] += 1
    if s.common_n == 0:
        for i in range(s.buried_n):
            s.common[i] = s.buried[i]
        s.common_n = s.buried_n
        s.buried_n = 0
        shuffle(s, s.common, s.common_n)


@jit
def shift(s, row):
    s.gone[s.gone_n] = s.rule[row * 2 + 1]
    s.gone_n += 1
    s.rule[row * 2 + 1] = s.rule[row * 2]
    s.stack_n -= 1
    s.rule[row * 2] = s.stack[s.stack_n]
    if s.stack_n == 0:
        for i in range(s.gone_n):
            s.stack[i] = s.gone[i]
        s.stack_n = s.gone_n
        s.gone_n = 0
        shuffle(s, s.stack, s.stack_n)


@jit
def apply(s, a):
    p = s.player
    if a < 200:
        k = a & 3
        c = a >> 2
        remove(s, p, c)
        s.buried[s.buried_n] = s.top[k]
        s.buried_n += 1
        s.top[k] = c
        s.acted = 1
    elif a < 210:
        remove(s, p, AGG)
        if not (s.hand_n[p] == 0 and s.own_n[p] == 0):
            shift(s, (a - 200) // 5)
            draw_to(s, (a - 200) % 5)
        s.acted = 1
    elif a < 212:
        shift(s, a - 210)
        draw_to(s, p)
        s.free_used = 1
        s.acted = 1
    else:
        refill(s, p)
        s.player = (p + 1) % s.players
        s.acted = 0
        s.free_used = 0
        return
    if s.hand_n[p] == 0 and s.own_n[p] == 0:
        s.winner = p


@jit
def playout(s, out, cap):
    m = 0
    while s.winner < 0 and m < cap:
        n = legal(s, out)
        a = out[rnd(s, n)]
        apply(s, a)
        m += 1
    return m


@njit(boundscheck=False, error_model="numpy", nogil=True)
def run(states, games, players, seed):
    out = np.empty(1024, np.int16)
    tot = 0
    s = states[0]
    for g in range(games):
        deal(s, players, seed + g)
        tot += playout(s, out, 5000)
    return tot


def measure(games=8000, seed=7):
    st = np.zeros(4, STATE)
    run(st, 1, 4, 1)
    t = time.perf_counter()
    m = run(st, games, 4, seed)
    return m / (time.perf_counter() - t)


if __name__ == "__main__":
    print(int(sorted(measure(seed=7 + k) for k in range(5))[2]))
