// Arcs from a query token to key tokens. They run between the lines of text and never behind a token.
import type { Box, PathMark, Point } from '../scene.js';
import type { PlacedToken } from './token-lines.js';

type Curve = PathMark['curves'][number];

export interface ArcRoom {
  size: number;
  /** Maximum height of an arc above the line of the query token, in pixels. */
  above: number;
  /** Height of the space between two lines of tokens, through which arcs run, in pixels. */
  between: number;
  /** The x positions, left and right of the text, at which arcs pass the lines between query and key. */
  margins: readonly [number, number];
}

export interface Arc {
  from: Point;
  curves: readonly Curve[];
  /** Side of the key token at which the arc ends. */
  end: 'top' | 'bottom';
}

const GAP = 2; // distance between an arc and a token, in pixels
const BEZIER_TOP = 0.75; // peak height of a symmetric cubic Bézier curve, as a share of its control points' height
const FULL_RISE_DISTANCE = 14; // distance at which an arc reaches the maximum height, in font sizes
const MIN_RISE = 0.4; // height of the shortest arc, as a share of the maximum height

const topOf = ({ x, y, width }: Box): Point => ({ x: x + width / 2, y: y - GAP });
const bottomOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height + GAP });

/** Arc between two tokens of the same line. */
function over(query: PlacedToken, key: PlacedToken, { size, above }: ArcRoom): Arc {
  const [from, to] = [topOf(query.box), topOf(key.box)];
  const share = MIN_RISE + (1 - MIN_RISE) * Math.min(1, Math.abs(to.x - from.x) / (FULL_RISE_DISTANCE * size));
  const y = from.y - ((above - 0.2 * size) * share) / BEZIER_TOP;
  return { from, curves: [{ c1: { x: from.x, y }, c2: { x: to.x, y }, to }], end: 'top' };
}

function loop({ box }: PlacedToken, { size, above }: ArcRoom): Arc {
  const from = topOf(box);
  const y = from.y - Math.min(1.5 * size, above);
  return { from, curves: [{ c1: { x: from.x - size, y }, c2: { x: from.x + size, y }, to: from }], end: 'top' };
}

/** Arc between tokens of two adjacent lines. */
function between(from: Point, to: Point, end: Arc['end']): Arc {
  const y = (from.y + to.y) / 2;
  return { from, curves: [{ c1: { x: from.x, y }, c2: { x: to.x, y }, to }], end };
}

const straight = (from: Point, to: Point): Curve => ({ c1: from, c2: to, to });

/** Converts a polyline to Bézier curves, with rounded corners. */
function rounded(points: readonly Point[], radius: number): Curve[] {
  const curves: Curve[] = [];
  let at = points[0]!;
  for (let index = 1; index < points.length - 1; index++) {
    const [corner, next] = [points[index]!, points[index + 1]!];
    const toward = (point: Point): Point => {
      const distance = Math.hypot(point.x - corner.x, point.y - corner.y);
      const share = distance === 0 ? 0 : Math.min(radius, distance / 2) / distance;
      return { x: corner.x + (point.x - corner.x) * share, y: corner.y + (point.y - corner.y) * share };
    };
    const [before, after] = [toward(at), toward(next)];
    curves.push(straight(at, before), { c1: corner, c2: corner, to: after });
    at = after;
  }
  return [...curves, straight(at, points.at(-1)!)];
}

/** Arc between tokens of distant lines, which passes the lines between them in the nearer margin. */
function around(from: Point, to: Point, end: Arc['end'], { between: room, margins: [left, right] }: ArcRoom): Arc {
  const margin = from.x + to.x < left + right ? left : right;
  const lane = (room / 2 - GAP) * Math.sign(to.y - from.y); // offset of the middle between two lines
  const points = [
    from,
    { x: from.x, y: from.y + lane },
    { x: margin, y: from.y + lane },
    { x: margin, y: to.y - lane },
    { x: to.x, y: to.y - lane },
    to,
  ];
  return { from, curves: rounded(points, 0.4 * room), end };
}

export function arcBetween(query: PlacedToken, key: PlacedToken, room: ArcRoom): Arc {
  const down = key.line - query.line;
  if (down === 0) return query.token === key.token ? loop(query, room) : over(query, key, room);
  const [from, to, end] =
    down > 0
      ? ([bottomOf(query.box), topOf(key.box), 'top'] as const)
      : ([topOf(query.box), bottomOf(key.box), 'bottom'] as const);
  return Math.abs(down) === 1 ? between(from, to, end) : around(from, to, end, room);
}

const pointBetween = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});

/**
 * First part of a cubic Bézier curve, by de Casteljau's algorithm.
 * @param share curve parameter from 0 to 1 at which the part ends
 */
function beginning(from: Point, { c1, c2, to }: Curve, share: number): Curve {
  const [a, b, c] = [pointBetween(from, c1, share), pointBetween(c1, c2, share), pointBetween(c2, to, share)];
  const [d, e] = [pointBetween(a, b, share), pointBetween(b, c, share)];
  return { c1: a, c2: d, to: pointBetween(d, e, share) };
}

/**
 * First part of an arc, drawn while the arc grows.
 * @param share share of the arc's curves that the part contains, from 0 to 1
 */
export function growing({ from, curves, end }: Arc, share: number): Arc {
  if (share >= 1) return { from, curves, end };
  const grown = share * curves.length;
  const whole = Math.floor(grown);
  const start = whole > 0 ? curves[whole - 1]!.to : from;
  return { from, curves: [...curves.slice(0, whole), beginning(start, curves[whole]!, grown - whole)], end };
}
