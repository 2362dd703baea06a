// What connects the matrices: X with Q, K and V, the heads with their merger, the merger with the output.
import { easeOut, progress, within, type StageName } from './stages.js';
import { placeOf, type Camera } from './layout.js';
import { VECTORS } from './vectors.js';
import type { Box, Mark, MatrixName, Point } from './scene.js';
import type { Picture } from './picture.js';

interface Ribbon {
  from: MatrixName;
  to: MatrixName;
  stage: StageName;
  /** Of which weight matrix: the index of its W. */
  weight: string;
}

const RIBBONS: readonly Ribbon[] = [
  { from: 'embedding', to: 'query', stage: 'project', weight: 'Q' },
  { from: 'embedding', to: 'key', stage: 'project', weight: 'K' },
  { from: 'embedding', to: 'value', stage: 'project', weight: 'V' },
  { from: 'output', to: 'merged', stage: 'merge', weight: '' },
  { from: 'merged', to: 'projected', stage: 'merge', weight: 'O' },
];

/** The part of the merged heads that is the head in question. */
export function headSlice({ head, numHeads }: Picture, camera: Camera): Box {
  const { x, y, width, height } = placeOf('merged', camera);
  return { x: x + (width * head) / numHeads, y, width: width / numHeads, height };
}

/** An area from the right side of one box to the left side of another. */
function area(from: Box, to: Box, fill: string, opacity: number): Mark {
  const [left, right] = [from.x + from.width + 2, to.x - (to.height < to.width ? 22 : 3)];
  const middle = left + (Math.min(right, left + from.width) - left) * 0.5;
  const straight = (a: { x: number; y: number }, b: { x: number; y: number }) => ({ c1: a, c2: b, to: b });
  const a = { x: left, y: from.y + from.height * 0.1 };
  const b = { x: right, y: to.y + to.height * 0.1 };
  const c = { x: right, y: to.y + to.height * 0.9 };
  const d = { x: left, y: from.y + from.height * 0.9 };
  return {
    kind: 'path',
    from: a,
    curves: [
      { c1: { x: middle, y: a.y }, c2: { x: middle, y: b.y }, to: b },
      straight(b, c),
      { c1: { x: middle, y: c.y }, c2: { x: middle, y: d.y }, to: d },
    ],
    fill,
    opacity,
  };
}

export function drawRibbons(picture: Picture, camera: Camera): Mark[] {
  const { palette, moment, keyInput } = picture;
  return RIBBONS.flatMap(({ from: usual, to, stage, weight }): Mark[] => {
    const from = keyInput && (to === 'key' || to === 'value') ? 'memory' : usual;
    const grown = easeOut(within(progress(moment, stage), 0.05, 0.5));
    if (grown === 0) return [];
    const color = palette[VECTORS[to as keyof typeof VECTORS].color];
    const strong = moment.stage === stage ? 0.3 : 0.07;
    const source = placeOf(from, camera);
    const target = from === 'output' ? headSlice(picture, camera) : placeOf(to, camera);
    const tall = target.height >= target.width;
    const gap = tall ? target.x - source.x - source.width : Infinity;
    const middle = {
      x: tall ? (source.x + source.width + target.x) / 2 : target.x - 48,
      y: target.y + target.height / 2,
    };
    return [
      area(source, target, color, grown * strong),
      ...(weight && moment.stage === stage ? weightLabel(picture, weight, middle, gap, color, grown) : []),
    ];
  });
}

const BOLDER = 1.08; // how much wider bold letters are than measured

/** W with an index, as large as the room between two matrices allows. */
function weightLabel(
  { measure, palette }: Picture,
  index: string,
  middle: Point,
  room: number,
  fill: string,
  opacity: number,
): Mark[] {
  const [name, below] = ['× W', 10 / 13]; // and how large the index is beside it
  const wide = (text: string) => (measure(text, 10) / 10) * BOLDER;
  const whole = wide(name) + wide(index) * below;
  const size = Math.min(13, (room * 0.9) / whole);
  const x = middle.x - (whole * size) / 2;
  const common = { kind: 'text', fill, halo: palette.surface, opacity, bold: true, align: 'left' } as const;
  return [
    { ...common, text: index, x: x + wide(name) * size, y: middle.y + size * 0.4, size: size * below },
    { ...common, text: name, x, y: middle.y, size },
  ];
}
