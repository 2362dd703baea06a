// The sentence as words, and the beams from the word that asks to the words that it hears: brightness is weight.
import { inkOn, largestOf, weightScale } from './palette.js';
import { easeOut, progress, within } from './stages.js';
import type { Box, Mark, PathMark, Point, WordRegion } from './scene.js';
import type { Picture } from './picture.js';

const SIZES = [19, 17, 15, 13, 12];
const ARCS = 0.4; // of the strip's height at most, above the words
const HIGHEST_ARC = 62;
const FAINTEST_BEAM = 0.015;

interface Placed {
  word: number;
  text: string;
  box: Box;
}

interface Lines {
  placed: Placed[];
  size: number;
  lineHeight: number;
  count: number;
}

const padding = (size: number) => size * 0.42;

/** Sets words in centred lines of a width. */
function setInLines(picture: Picture, from: number, to: number, size: number, width: number): Lines {
  const { words, measure } = picture;
  const gap = size * 0.34;
  const lineHeight = size * 2.05;
  const lines: { word: number; text: string; width: number }[][] = [[]];
  let used = 0;
  const indices = Array.from({ length: to - from }, (_, index) => from + index);
  for (const word of indices) {
    const text = fitted(words[word]!, width - 2 * padding(size), (piece) => measure(piece, size));
    const wide = measure(text, size) + 2 * padding(size);
    if (used > 0 && used + wide > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push({ word, text, width: wide });
    used += wide + gap;
  }
  const placed = lines.flatMap((line, index) => {
    let x = (width - line.reduce((sum, each) => sum + each.width + gap, -gap)) / 2;
    return line.map(({ word, text, width: wide }) => {
      const box = { x, y: index * lineHeight, width: wide, height: size * 1.65 };
      x += wide + gap;
      return { word, text, box };
    });
  });
  return { placed, size, lineHeight, count: lines.length };
}

/** A word, cut short with an ellipsis where it is wider than it may be. */
export function fitted(word: string, width: number, measure: (text: string) => number): string {
  if (measure(word) <= width) return word;
  const letters = Array.from(word);
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(`${letters.slice(0, middle).join('')}…`) <= width) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join('')}…`;
}

/** The largest letters with which all words fit, or else as many words around the asking one as do. */
function fitLines(picture: Picture, width: number, height: number): Lines {
  const { words, selection } = picture;
  const fits = ({ count, lineHeight }: Lines) => count * lineHeight <= height;
  for (const size of SIZES) {
    const lines = setInLines(picture, 0, words.length, size, width);
    if (fits(lines)) return lines;
  }
  const size = SIZES.at(-1)!;
  const around = (count: number) => {
    const from = Math.max(0, Math.min(words.length - count, selection.row - Math.floor(count / 2)));
    return setInLines(picture, from, from + count, size, width);
  };
  let [low, high] = [1, words.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(around(middle))) low = middle;
    else high = middle - 1;
  }
  return around(low);
}

function beam(from: Point, to: Point, brightness: number, room: number, stroke: string): PathMark {
  const height = Math.min(room, 14 + Math.abs(to.x - from.x) * 0.28 + Math.abs(to.y - from.y) * 0.5);
  const top = Math.min(from.y, to.y) - height * 1.25;
  return {
    kind: 'path',
    from,
    curves: [{ c1: { x: from.x, y: top }, c2: { x: to.x, y: top }, to }],
    stroke,
    lineWidth: 1 + 9 * brightness,
    opacity: 0.12 + 0.8 * brightness,
  };
}

/** The strip with the sentence, at the top of a box; also how much of the box's height it needs. */
export function drawSentence(picture: Picture, box: Box): { marks: Mark[]; words: WordRegion[]; height: number } {
  const { palette, moment, selection, trace, words } = picture;
  const arcRoom = Math.min(HIGHEST_ARC, box.height * ARCS);
  const lines = fitLines(picture, box.width, box.height - arcRoom);
  const top = box.y + arcRoom;
  const placed = lines.placed.map((each) => ({
    ...each,
    box: { ...each.box, x: box.x + each.box.x, y: top + each.box.y },
  }));

  const lit = easeOut(within(progress(moment, 'softmax'), 0.1, 0.6));
  const row = selection.row;
  const scale = weightScale(palette, largestOf(trace.weights.data));
  const weightOf = (word: number) => trace.weights.data[row * words.length + word]!;
  const brightnessOf = (word: number) => (weightOf(word) * lit) / scale.high;
  const shown = progress(moment, 'tokens');
  const appeared = ({ word }: Placed) => easeOut(within(shown, 0, 0.75) * (words.length + 2) - word);

  const asking = placed.find(({ word }) => word === row);
  const beams = asking
    ? placed
        .filter(({ word }) => word !== row && brightnessOf(word) > FAINTEST_BEAM)
        .map(({ word, box: to }) =>
          beam(
            { x: asking.box.x + asking.box.width / 2, y: asking.box.y },
            { x: to.x + to.width / 2, y: to.y },
            brightnessOf(word),
            arcRoom,
            palette.light,
          ),
        )
    : [];

  const chips = placed.flatMap((each): Mark[] => {
    const { word, text, box: chip } = each;
    const asks = word === row;
    const color = scale.color(weightOf(word) * lit);
    const opacity = appeared(each);
    const fill = lit > 0 ? `rgb(${color.map(Math.round).join(',')})` : palette.raised;
    return [
      {
        kind: 'rect',
        ...chip,
        y: chip.y + (1 - opacity) * 10,
        radius: 7,
        fill,
        stroke: asks ? palette.query : palette.line,
        lineWidth: asks ? 2.5 : 1,
        opacity,
      },
      {
        kind: 'text',
        text,
        x: chip.x + chip.width / 2,
        y: chip.y + chip.height / 2 + (1 - opacity) * 10,
        size: lines.size,
        fill: lit > 0 ? inkOn(color) : palette.text,
        align: 'center',
        bold: asks,
        opacity,
      },
    ];
  });
  return {
    marks: [...beams, ...chips],
    words: placed.map(({ word, box: place }) => ({ word, ...place })),
    height: arcRoom + lines.count * lines.lineHeight,
  };
}
