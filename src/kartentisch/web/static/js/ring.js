/** The shape of a closed track: a rounded rectangle that fills its place, walked clockwise from the left. */

/** @typedef {import("./wire.js").Zone} Zone */

/** The radius of its corners, as a part of the shorter side. */
const BEND = 0.42;
/** How much shorter four quarter turns are than their sides, in radii. */
const SAVED = 8 - 2 * Math.PI;

/**
 * The measures of a track in percent of its height: its width, the breadth of the way, which is the length of a
 * space, and the radius of its bends.
 * @param {number} spaces
 * @param {number} aspect width by height
 */
export function shape(spaces, aspect) {
  const [width, short] = [100 * aspect, 100 * Math.min(1, aspect)];
  const breadth = Math.min(short / 4, (2 * (width + 100) - SAVED * BEND * short) / (spaces + 4 - SAVED * BEND));
  return { width, breadth, bend: BEND * (short - breadth) };
}

/**
 * The middle of a space in percent of the track's box, and whether the way runs back to the left there.
 * @param {number} space
 * @param {number} spaces
 * @param {number} aspect
 */
export function onRing(space, spaces, aspect) {
  const { width, breadth, bend } = shape(spaces, aspect);
  const [a, b] = [(width - breadth) / 2, (100 - breadth) / 2];
  const [across, up, turn] = [a - bend, b - bend, Math.PI * bend / 2];
  const round = 4 * (across + up + turn);
  let far = round * (((space % spaces) + spaces) % spaces) / spaces;
  const around = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ from, /** @type {number} */ d) => {
    const angle = from * Math.PI / 180 + d / bend;
    return /** @type {[number, number]} */ ([x + bend * Math.cos(angle), y + bend * Math.sin(angle)]);
  };
  /** Each part: its length, and the place at a distance. @type {[number, (far: number) => [number, number]][]} */
  const parts = [
    [up, (d) => [-a, -d]],
    [turn, (d) => around(-across, -up, 180, d)],
    [2 * across, (d) => [d - across, -b]],
    [turn, (d) => around(across, -up, 270, d)],
    [2 * up, (d) => [a, d - up]],
    [turn, (d) => around(across, up, 0, d)],
    [2 * across, (d) => [across - d, b]],
    [turn, (d) => around(-across, up, 90, d)],
    [up, (d) => [-a, up - d]],
  ];
  for (const [i, [long, at]] of parts.entries()) {
    if (far <= long || i === parts.length - 1) {
      const [x, y] = at(far);
      return { x: 50 + 100 * x / width, y: 50 + y, back: i >= 5 && i <= 7 };
    }
    far -= long;
  }
  return { x: 50, y: 50, back: false };
}

/** Waiting pieces: their largest size, in spaces, and the distances between them sideways and down, in widths. */
const [LARGER, ASIDE, BELOW] = [1.4, 1.25, 1];

/**
 * Where pieces wait in the middle of a track, in one row or two, whichever leaves them larger: places in percent of the
 * track's box, and the width of a piece in percent of its height.
 * @param {number} room the number of places
 * @param {number} spaces
 * @param {number} aspect
 */
export function waitingPlaces(room, spaces, aspect) {
  const { width, breadth } = shape(spaces, aspect);
  const [w, h] = [width - 2.2 * breadth, 100 - 2.2 * breadth];
  const inRows = (/** @type {number} */ rows) => {
    const per = Math.ceil(room / rows);
    return { rows, per, size: Math.min(LARGER * breadth, w / (per * ASIDE), h / (rows * BELOW)) };
  };
  const [one, two] = [inRows(1), inRows(2)];
  const { rows, per, size } = two.size > one.size ? two : one;
  return Array.from({ length: room }, (_, i) => {
    const row = Math.floor(i / per);
    const inIt = Math.min(per, room - row * per);
    return {
      x: 50 + 100 * size * ASIDE * (i % per - (inIt - 1) / 2) / width, y: 50 + size * BELOW * (row - (rows - 1) / 2), size,
    };
  });
}

/** The ring around a zone: a ring holds the zones within its cells of the grid. @param {Zone[]} zones @param {Zone} zone */
export const ringAround = (zones, zone) => zones.find((one) => one.kind === "ring" && one !== zone && within(one, zone));

/** @param {Zone} ring @param {Zone} zone */
function within({ at: [left, top, wide, high] }, { at: [x, y, w, h] }) {
  return x >= left && y >= top && x + w <= left + wide && y + h <= top + high;
}
