"""Five kinds of food for the scoff cards, centred on the origin, about 56 units high, in quiet natural colours."""

from __future__ import annotations

from scripts.faces.pen import Drawing, Shape, mirrored, moved, path, rect, stroke, union, within, without

LEAF = "#7F8A4A"
STEM = "#5B4A30"


def apple() -> Drawing:
    body = path(
        "M0 -13C7 -19 25 -18 25 2C25 17 14 28 7 28C3 28 2 26.5 0 26.5C-2 26.5 -3 28 -7 28"
        "C-14 28 -25 17 -25 2C-25 -18 -7 -19 0 -13z"
    )
    light = within(moved(body, -3, -2, 0.9), body)
    drawing = Drawing().fill(body, "#A84735").fill(light, "#C4594A")
    drawing.line("M-16.5 -5C-19 0 -18 7 -15 11", "#DE8C7C", 3.2)
    drawing.line("M0 -12C0 -19 2 -24 5 -28", STEM, 3.2)
    return drawing.fill(path("M3 -19C7 -29 17 -30 24 -27C21 -18 12 -14 3 -19z"), LEAF)


def carrot() -> Drawing:
    root = path("M-11 -12C-11 -19 11 -19 11 -12C11 2 4 22 0 33C-4 22 -11 2 -11 -12z")
    cuts = union(stroke("M-12 -5H-3", 2), stroke("M12 1H3.5", 2), stroke("M-9 9H-2", 2), stroke("M6 14H1", 2))
    leaves = union(
        stroke("M0 -15V-34", 4.6),
        stroke("M-1 -16C-4 -24 -9 -28 -13 -31", 4.6),
        stroke("M1 -16C4 -24 9 -28 13 -31", 4.6),
    )
    flat = Drawing().fill(leaves, LEAF).fill(root, "#DB8A3C").fill(within(cuts, root), "#B0652A")
    return Drawing().place(flat, turn=26)


def corn() -> Drawing:
    cob = path("M0 -32C9 -32 13 -16 13 0C13 16 8 26 0 26C-8 26 -13 16 -13 0C-13 -16 -9 -32 0 -32z")
    grid = [stroke(f"M{x} -34V30", 1.5) for x in (-6.5, 0, 6.5)] + [
        stroke(f"M-15 {y}Q0 {y + 3} 15 {y}", 1.5) for y in range(-25, 26, 7)
    ]
    husk = path("M-2 32C-17 28 -21 10 -17 -8C-9 0 -4 14 -2 32z")
    other = mirrored(path("M-1 33C-16 29 -20 14 -16 -2C-8 4 -3 16 -1 33z"), 0)
    flat = (
        Drawing()
        .fill(cob, "#E5BD58")
        .fill(within(union(*grid), cob), "#C2943A")
        .fill(husk, "#6F7A3F")
        .fill(other, LEAF)
    )
    return Drawing().place(flat, turn=-16)


def turnip() -> Drawing:
    root = path(
        "M0 -14C18 -16 26 -6 24 4C22 15 9 18 3 24C1.5 27 1.5 31 0 35C-1.5 31 -1.5 27 -3 24"
        "C-9 18 -22 15 -24 4C-26 -6 -18 -16 0 -14z"
    )
    top = within(root, path("M-30 -20H30V0C20 5 10 1.5 0 4C-10 1.5 -20 5 -30 0z"))
    rim = without(union(root, stroke(root, 2)), without(root, stroke(root, 1)))
    leaves = union(
        stroke("M0 -13C0 -20 0 -27 1 -33", 4.8),
        stroke("M-2 -13C-5 -20 -10 -25 -16 -27", 4.8),
        stroke("M2 -13C5 -20 10 -25 16 -27", 4.8),
    )
    drawing = Drawing().fill(leaves, LEAF).fill(root, "#FAF5EA").fill(top, "#8C7391").fill(rim, "#6E5F6B")
    return drawing.line("M-15 -7C-10 -10 -5 -10 -2 -10", "#B39CB6", 2.4)


def acorn() -> Drawing:
    nut = path("M-18 -5H18C18 12 9 22 0 32C-9 22 -18 12 -18 -5z")
    cap = path("M-22 -4C-22 -22 22 -22 22 -4C22 -1 -22 -1 -22 -4z")
    scales: list[Shape] = [stroke(f"M{x} -20L{x + 9} 0", 1.5) for x in range(-24, 24, 8)]
    scales += [stroke(f"M{x} -20L{x - 9} 0", 1.5) for x in range(-16, 32, 8)]
    drawing = (
        Drawing().fill(rect(-2, -26, 4, 11, 2), STEM).fill(nut, "#BC8549").line("M-9 3C-9 11 -6 16 -3 20", "#D9AE78", 3)
    )
    return drawing.fill(cap, "#74592F").fill(within(union(*scales), cap), "#5A4423")


FOOD = {"apple": apple, "carrot": carrot, "corn": corn, "turnip": turnip, "acorn": acorn}
