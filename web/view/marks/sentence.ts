// Drawing of the sentence: its tokens, with beams (arcs) from the query token to the key tokens. A beam's width and
// opacity show the attention weight.
import { contrastingText, weightScale, type ColorScale, type Rgb } from './palette.js';
import { arcBetween, type Arc, type ArcRoom } from './arcs.js';
import { CHIPS, heightOf, linesFor, spread, type PlacedToken, type TokenLines } from './token-lines.js';
import { easeOut, stageProgress, within } from '../stages.js';
import type { Box, Mark, PathMark, TokenRegion } from '../scene.js';
import { largestColumn, type ViewModel } from '../view-model.js';

const STRIP_SHARE = 0.34; // maximum height of the sentence as a share of the canvas height
const ARC_SHARE = 0.4; // maximum height of arcs above the tokens, as a share of the sentence's height
const MAX_ARC_HEIGHT = 62;
const MIN_BEAM_OPACITY = 0.015; // beams with less opacity are left out
const BEAM_ROOM = 26; // distance between queries and keys in cross-attention, in pixels
const MARGIN_LANE = 5; // space beside the box for arcs that pass lines, in pixels

const beam = ({ from, curves }: Arc, opacity: number, stroke: string): PathMark => ({
  kind: 'path',
  role: 'arc',
  from,
  curves,
  stroke,
  lineWidth: 1 + 9 * opacity,
  opacity: 0.12 + 0.8 * opacity,
});

const roomBetween = ({ lineHeight, size }: TokenLines): number => lineHeight - CHIPS.height * size;

/**
 * Sizes of the space in which arcs run between the tokens of a box.
 * @param above space above the first line, in pixels
 */
const roomIn = (box: Box, lines: TokenLines, above: number): ArcRoom => ({
  size: lines.size,
  above,
  between: roomBetween(lines),
  margins: [box.x - MARGIN_LANE, box.x + box.width + MARGIN_LANE],
});

const translate = ({ placed }: TokenLines, x: number, y: number): PlacedToken[] =>
  placed.map((each) => ({ ...each, box: { ...each.box, x: x + each.box.x, y: y + each.box.y } }));

/**
 * Progress of a token's generation by the decoder: below 0 before the token is generated, from 0 to 1 while it is,
 * above 1 afterwards.
 */
const generatedShare = ({ moment, queryTokens }: ViewModel, token: number): number =>
  moment.progress * queryTokens.length - token;

/** Opacity of a token in the first stage, in which the tokens appear one by one, or as the decoder generates them. */
function tokenOpacity(viewModel: ViewModel, token: number, isQuery: boolean): number {
  const { moment, generatingRow, queryTokens, keyTokens } = viewModel;
  if (generatingRow !== null) return isQuery ? easeOut(generatedShare(viewModel, token) * 4) : 1;
  const count = Math.max(queryTokens.length, keyTokens.length);
  return easeOut(within(stageProgress(moment, 'tokens'), 0, 0.75) * (count + 2) - token);
}

/**
 * Appearance of the query token's weights at one moment of the animation: the opacity of beams and the color of key
 * tokens.
 */
class BeamShading {
  /** Progress from 0 to 1 of the stage in which the weights appear. */
  readonly #appeared: number;
  readonly #viewModel: ViewModel;
  readonly #scale: ColorScale;

  constructor(viewModel: ViewModel) {
    this.#viewModel = viewModel;
    const { moment, generatingRow } = viewModel;
    this.#appeared = easeOut(
      generatingRow === null
        ? within(stageProgress(moment, 'softmax'), 0.1, 0.6)
        : generatedShare(viewModel, generatingRow) * 3,
    );
    this.#scale = weightScale(viewModel.palette);
  }

  /** Weight of a key token, multiplied by the progress with which the weights appear. */
  weightOf(key: number): number {
    const { weights, selection, keyTokens } = this.#viewModel;
    return weights.data[selection.row * keyTokens.length + key]! * this.#appeared;
  }

  isVisible(key: number): boolean {
    return this.weightOf(key) > MIN_BEAM_OPACITY;
  }

  /** Fill color of a key token; null before the weights appear. */
  colorOf(key: number): Rgb | null {
    return this.#appeared > 0 ? this.#scale.color(this.weightOf(key)) : null;
  }
}

/** A token in a rounded box, which rises a little as it appears. */
function tokenChip(
  { palette }: ViewModel,
  { text, box }: PlacedToken,
  size: number,
  isQuery: boolean,
  color: Rgb | null,
  opacity: number,
): Mark[] {
  const y = box.y + (1 - opacity) * 10;
  return [
    {
      kind: 'rect',
      role: 'token-box',
      ...box,
      y,
      radius: 7,
      fill: color ? `rgb(${color.map(Math.round).join(',')})` : palette.raised,
      stroke: isQuery ? palette.query : palette.line,
      lineWidth: isQuery ? 2.5 : 1,
      opacity,
    },
    {
      kind: 'text',
      role: 'token',
      text,
      x: box.x + box.width / 2,
      y: y + box.height / 2,
      size,
      fill: color ? contrastingText(color) : palette.text,
      align: 'center',
      bold: isQuery,
      opacity,
    },
  ];
}

interface Strip {
  marks: Mark[];
  tokens: TokenRegion[];
  height: number;
}

const regionsOf = (placed: readonly PlacedToken[]): TokenRegion[] =>
  placed.map(({ token, box }) => ({ token, ...box }));

/** Box at the top of the canvas for the sentence, in views with another drawing below it. */
export const sentenceStrip = ({ width, height }: ViewModel, margin: number): Box => ({
  x: margin,
  y: margin,
  width: width - 2 * margin,
  height: height * STRIP_SHARE,
});

/** Draws the tokens at the top of a box, with beams from the query token to the tokens that it attends to. */
export function drawSentence(viewModel: ViewModel, box: Box): Strip {
  return viewModel.isCross ? drawTwoSentences(viewModel, box) : drawOneSentence(viewModel, box);
}

function drawOneSentence(viewModel: ViewModel, box: Box): Strip {
  const { palette, selection, queryTokens, weights, measure } = viewModel;
  const arcHeight = Math.min(MAX_ARC_HEIGHT, box.height * ARC_SHARE);
  const text = { tokens: queryTokens, center: selection.row, also: largestColumn(weights, selection.row), measure };
  const close = linesFor(text, box.width, box.height - arcHeight);
  // The height of the sentence is limited, which keeps a tall exported image compact.
  const height = Math.min(box.height, close.count * (CHIPS.height * close.size + MAX_ARC_HEIGHT));
  const lines = close.count > 1 ? spread(close, height) : close;
  const between = roomBetween(lines);
  const arcRoom = lines.count > 1 ? Math.min(between, box.height - heightOf(lines)) : arcHeight;
  const placed = translate(lines, box.x, box.y + arcRoom);
  const shading = new BeamShading(viewModel);
  const query = placed.find(({ token }) => token === selection.row);
  const room = roomIn(box, lines, arcRoom);
  const above = query?.line === 0 ? arcRoom : between;
  const beams = placed
    .filter(({ token }) => query && token !== selection.row && shading.isVisible(token))
    .map((key) => beam(arcBetween(query!, key, { ...room, above }), shading.weightOf(key.token), palette.beam));
  const chips = placed.flatMap((each) => {
    const { token } = each;
    const isQuery = token === selection.row;
    return tokenChip(
      viewModel,
      each,
      lines.size,
      isQuery,
      shading.colorOf(token),
      tokenOpacity(viewModel, token, true),
    );
  });
  return {
    marks: [...beams, ...chips],
    tokens: regionsOf(placed),
    height: arcRoom + heightOf(lines),
  };
}

/** Draws the tokens of cross-attention: the query tokens above, the key tokens below. */
function drawTwoSentences(viewModel: ViewModel, box: Box): Strip {
  const { palette, selection, queryTokens, keyTokens, weights, measure } = viewModel;
  const room = (box.height - BEAM_ROOM) / 2;
  const shading = new BeamShading(viewModel);
  const queryLines = linesFor({ tokens: queryTokens, center: selection.row, measure }, box.width, room);
  const keyLines = linesFor(
    { tokens: keyTokens, center: largestColumn(weights, selection.row), measure },
    box.width,
    room,
  );
  const queryHeight = heightOf(queryLines);
  const queries = translate(queryLines, box.x, box.y);
  const keys = translate(keyLines, box.x, box.y + queryHeight + BEAM_ROOM);
  const query = queries.find(({ token }) => token === selection.row);
  // The line numbers of the keys continue those of the queries, so that arcs between the two groups run as between
  // lines of one text.
  const below = keys.map((key) => ({ ...key, line: key.line + queryLines.count }));
  const arcRoom = roomIn(box, queryLines, 0);
  const beams = below
    .filter(({ token }) => query && shading.isVisible(token))
    .map((key) => beam(arcBetween(query!, key, arcRoom), shading.weightOf(key.token), palette.beam));
  const chip = (placed: PlacedToken, size: number, isQuery: boolean, color: Rgb | null, ofQueries: boolean) =>
    tokenChip(viewModel, placed, size, isQuery, color, tokenOpacity(viewModel, placed.token, ofQueries));
  return {
    marks: [
      ...beams,
      ...queries.flatMap((each) => chip(each, queryLines.size, each.token === selection.row, null, true)),
      ...keys.flatMap((each) => chip(each, keyLines.size, false, shading.colorOf(each.token), false)),
    ],
    tokens: regionsOf(queries),
    height: queryHeight + BEAM_ROOM + heightOf(keyLines),
  };
}
