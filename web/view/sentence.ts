// The sentence as words, and the beams from the word that asks to the words that it hears: brightness is weight.
import { inkOn, largestOf, weightScale, type Rgb } from './palette.js';
import { easeOut, progress, within } from './stages.js';
import type { Box, Mark, PathMark, Point, WordRegion } from './scene.js';
import type { Picture } from './picture.js';

const SIZES = [19, 17, 15, 13, 12];
const ARCS = 0.4; // of the strip's height at most, above the words
const HIGHEST_ARC = 62;
const FAINTEST_BEAM = 0.015;
const BETWEEN = 26; // room between two sentences, for the beams

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

/** Words to be set, and how wide their letters are. */
interface Words {
  words: readonly string[];
  /** The word around which the others are left out where they do not all fit. */
  centre: number;
  measure: Picture['measure'];
}

/** Sets words in centred lines of a width. */
function setInLines({ words, measure }: Words, from: number, to: number, size: number, width: number): Lines {
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

/** The largest letters with which all words fit, or else as many words around one as do. */
function fitLines(set: Words, width: number, height: number): Lines {
  const { words, centre } = set;
  const fits = ({ count, lineHeight }: Lines) => count * lineHeight <= height;
  for (const size of SIZES) {
    const lines = setInLines(set, 0, words.length, size, width);
    if (fits(lines)) return lines;
  }
  const size = SIZES.at(-1)!;
  const around = (count: number) => {
    const from = Math.max(0, Math.min(words.length - count, centre - Math.floor(count / 2)));
    return setInLines(set, from, from + count, size, width);
  };
  let [low, high] = [1, words.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(around(middle))) low = middle;
    else high = middle - 1;
  }
  return around(low);
}

function beam(from: Point, to: Point, bend: number, brightness: number, stroke: string): PathMark {
  return {
    kind: 'path',
    from,
    curves: [{ c1: { x: from.x, y: bend }, c2: { x: to.x, y: bend }, to }],
    stroke,
    lineWidth: 1 + 9 * brightness,
    opacity: 0.12 + 0.8 * brightness,
  };
}

/** How high an arc between two words of one text rises, where there is that much room. */
function arcTop(from: Point, to: Point, room: number): number {
  const height = Math.min(room, 14 + Math.abs(to.x - from.x) * 0.28 + Math.abs(to.y - from.y) * 0.5);
  return Math.min(from.y, to.y) - height * 1.25;
}

const movedTo = ({ placed }: Lines, x: number, y: number): Placed[] =>
  placed.map((each) => ({ ...each, box: { ...each.box, x: x + each.box.x, y: y + each.box.y } }));

const topOf = ({ x, y, width }: Box): Point => ({ x: x + width / 2, y });
const bottomOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height });

/** How far the writing of a piece has got: 0 … 1 while it is the last one, more afterwards. */
const saidOf = ({ moment, queryWords }: Picture, piece: number): number => moment.time * queryWords.length - piece;

/** How far a word has appeared: one after the other, or as a decoder writes them. */
function appeared(picture: Picture, word: number, asks: boolean): number {
  const { moment, writing, queryWords, keyWords } = picture;
  if (writing !== null) return asks ? easeOut(saidOf(picture, word) * 4) : 1;
  const count = Math.max(queryWords.length, keyWords.length);
  return easeOut(within(progress(moment, 'tokens'), 0, 0.75) * (count + 2) - word);
}

/** What the words of the strip have in common at a moment. */
class Light {
  readonly lit: number;
  readonly #picture: Picture;
  readonly #scale: ReturnType<typeof weightScale>;

  constructor(picture: Picture) {
    this.#picture = picture;
    const { moment, writing } = picture;
    this.lit = easeOut(writing === null ? within(progress(moment, 'softmax'), 0.1, 0.6) : saidOf(picture, writing) * 3);
    this.#scale = weightScale(picture.palette, largestOf(picture.trace.weights.data));
  }

  /** The weight that the asking word gives this one, as far as it has been computed. */
  weightOf(word: number): number {
    const { trace, selection, keyWords } = this.#picture;
    return trace.weights.data[selection.row * keyWords.length + word]! * this.lit;
  }
  brightnessOf(word: number): number {
    return this.weightOf(word) / this.#scale.high;
  }
  /** The colour of a word that answers; null before anything is heard. */
  colorOf(word: number): Rgb | null {
    return this.lit > 0 ? this.#scale.color(this.weightOf(word)) : null;
  }
}

/** A word in its frame; it rises a little as it appears. */
function chip(
  { palette }: Picture,
  { text, box }: Placed,
  size: number,
  asks: boolean,
  color: Rgb | null,
  opacity: number,
): Mark[] {
  const y = box.y + (1 - opacity) * 10;
  return [
    {
      kind: 'rect',
      ...box,
      y,
      radius: 7,
      fill: color ? `rgb(${color.map(Math.round).join(',')})` : palette.raised,
      stroke: asks ? palette.query : palette.line,
      lineWidth: asks ? 2.5 : 1,
      opacity,
    },
    {
      kind: 'text',
      text,
      x: box.x + box.width / 2,
      y: y + box.height / 2,
      size,
      fill: color ? inkOn(color) : palette.text,
      align: 'center',
      bold: asks,
      opacity,
    },
  ];
}

/** A strip of words, what can be pointed at in it, and how much height it needs. */
interface Strip {
  marks: Mark[];
  words: WordRegion[];
  height: number;
}

const regionsOf = (placed: readonly Placed[]): WordRegion[] => placed.map(({ word, box }) => ({ word, ...box }));

/** The words at the top of a box, with beams from the one that asks to those that it hears. */
export function drawSentence(picture: Picture, box: Box): Strip {
  return picture.keyInput ? drawTwoSentences(picture, box) : drawOneSentence(picture, box);
}

function drawOneSentence(picture: Picture, box: Box): Strip {
  const { palette, selection, queryWords, measure } = picture;
  const arcRoom = Math.min(HIGHEST_ARC, box.height * ARCS);
  const lines = fitLines({ words: queryWords, centre: selection.row, measure }, box.width, box.height - arcRoom);
  const placed = movedTo(lines, box.x, box.y + arcRoom);
  const light = new Light(picture);
  const asking = placed.find(({ word }) => word === selection.row);
  const beams = placed
    .filter(({ word }) => asking && word !== selection.row && light.brightnessOf(word) > FAINTEST_BEAM)
    .map(({ word, box }) => {
      const [from, to] = [topOf(asking!.box), topOf(box)];
      return beam(from, to, arcTop(from, to, arcRoom), light.brightnessOf(word), palette.light);
    });
  const chips = placed.flatMap((each) => {
    const { word } = each;
    return chip(picture, each, lines.size, word === selection.row, light.colorOf(word), appeared(picture, word, true));
  });
  return {
    marks: [...beams, ...chips],
    words: regionsOf(placed),
    height: arcRoom + lines.count * lines.lineHeight,
  };
}

/** Cross attention: the words that ask above, those that answer below. */
function drawTwoSentences(picture: Picture, box: Box): Strip {
  const { palette, selection, queryWords, keyWords, measure } = picture;
  const room = (box.height - BETWEEN) / 2;
  const asks = fitLines({ words: queryWords, centre: selection.row, measure }, box.width, room);
  const light = new Light(picture);
  const loudest = keyWords.reduce((best, _, word) => (light.weightOf(word) > light.weightOf(best) ? word : best), 0);
  const answers = fitLines({ words: keyWords, centre: loudest, measure }, box.width, room);
  const above = asks.count * asks.lineHeight;
  const asking = movedTo(asks, box.x, box.y);
  const answering = movedTo(answers, box.x, box.y + above + BETWEEN);
  const from = asking.find(({ word }) => word === selection.row);
  const beams = answering
    .filter(({ word }) => from && light.brightnessOf(word) > FAINTEST_BEAM)
    .map(({ word, box }) => {
      const [above, below] = [bottomOf(from!.box), topOf(box)];
      return beam(above, below, (above.y + below.y) / 2, light.brightnessOf(word), palette.light);
    });
  return {
    marks: [
      ...beams,
      ...asking.flatMap((each) =>
        chip(picture, each, asks.size, each.word === selection.row, null, appeared(picture, each.word, true)),
      ),
      ...answering.flatMap((each) =>
        chip(picture, each, answers.size, false, light.colorOf(each.word), appeared(picture, each.word, false)),
      ),
    ],
    words: regionsOf(asking),
    height: above + BETWEEN + answers.count * answers.lineHeight,
  };
}
