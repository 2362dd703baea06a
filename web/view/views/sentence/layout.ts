// Positions of separate tokens in the view 'sentence': as large as possible, in lines of similar width, with room for
// arcs between lines.
import { breakLines, type PlacedToken, type TokenLines, type TokenSpacing } from '../../marks/token-lines.js';
import { proseLayout } from './prose-layout.js';
import type { SentenceLayout } from './sentence-layout.js';
import type { ViewModel } from '../../view-model.js';

const SIZES = [96, 88, 80, 72, 64, 57, 50, 44, 40, 36, 32, 29, 26, 23, 20, 18, 16, 14];
const MAX_SIZE = 1 / 20; // maximum font size as a share of the canvas width, or 44 pixels if that is more
/**
 * Minimum height of the view 'sentence' in pixels: that of two lines at the canvas's width. It equals the canvas's
 * initial height in element/styles/canvas.ts.
 */
function minHeight(width: number): number {
  if (width <= 440) return 220;
  return Math.ceil(width <= 1100 ? Math.min(315, 0.61 * width + 26) : Math.min(466, Math.max(220, 0.3 * width - 112)));
}
/**
 * Maximum height of the view 'sentence' in pixels. A longer text gets a smaller font, and exceeds this height only in
 * the smallest one.
 */
const maxHeight = (width: number): number => Math.max(340, minHeight(width));
// Preferred maximum number of lines. A smaller font is used to reach it, since more lines put more distance between
// query and key.
const MAX_LINES = 2;
const MIN_SIZE_OF_FEW_LINES = 20; // smallest font size in pixels to which the font shrinks to limit the number of lines

/** Spacing around the tokens, as multiples of the font size. */
const TOKENS: TokenSpacing = { padding: 0.16, gap: 0.12, height: 1.3, lineHeight: 2.9 };
const ARC_ROOM_OF_ONE_LINE = 2.5; // space above a sentence that fits on one line, in font sizes
const ARC_ROOM = TOKENS.lineHeight - TOKENS.height; // space above each line of several, in font sizes
const CROSS_ROOM = 2.4; // space between queries and keys in cross-attention, in font sizes
const LABEL_ROOM = 0.8; // space below the last line, in font sizes

// maximum space that is added between two lines for higher arcs if the height allows it, as a multiple of the font size
const MAX_WIDENING = 1.3;

const MARGIN_LANE = 12; // distance of arcs from the edge of the canvas, in pixels
const MARGIN = { x: 26, y: 12 }; // margins in pixels, in which arcs pass lines between query and key

/** Breaks the tokens into lines whose widths are as equal as possible. */
function linesOfTokens(tokens: readonly string[], size: number, { width, measure }: ViewModel): TokenLines {
  const room = width - 2 * MARGIN.x;
  const linesOf = (lineWidth: number) => breakLines({ tokens, measure }, 0, tokens.length, size, lineWidth, TOKENS);
  const widest = linesOf(room);
  let [tooNarrow, wide] = [room / 2, room];
  while (widest.count > 1 && wide - tooNarrow > 4) {
    const middle = (tooNarrow + wide) / 2;
    if (linesOf(middle).count > widest.count) tooNarrow = middle;
    else wide = middle;
  }
  const lines = widest.count > 1 ? linesOf(wide) : widest;
  const left = MARGIN.x + (widest.count > 1 ? (room - wide) / 2 : 0);
  return { ...lines, placed: lines.placed.map((each) => ({ ...each, box: { ...each.box, x: each.box.x + left } })) };
}

const movedDown = ({ placed }: TokenLines, y: number, lines = 0): PlacedToken[] =>
  placed.map((each) => ({ ...each, line: each.line + lines, box: { ...each.box, y: each.box.y + y } }));

function layoutAt(viewModel: ViewModel, size: number): SentenceLayout & { lines: number } {
  const { queryTokens, keyTokens, isCross } = viewModel;
  const first = linesOfTokens(queryTokens, size, viewModel);
  const heightOf = ({ count, lineHeight }: TokenLines) => (count - 1) * lineHeight + TOKENS.height * size;
  const above = size * (first.count > 1 || isCross ? ARC_ROOM : ARC_ROOM_OF_ONE_LINE);
  const margins = [MARGIN_LANE, viewModel.width - MARGIN_LANE] as const;
  const arcRoom = { size, above, between: size * ARC_ROOM, margins };
  const top = MARGIN.y + (isCross ? 0 : above);
  const queries = movedDown(first, top);
  const below = top + heightOf(first);
  const labels = size * LABEL_ROOM + MARGIN.y;
  const shared = { size, queries, arcRoom, isProse: false };
  if (!isCross) return { ...shared, keys: queries, height: below + labels, lines: first.count };
  const second = linesOfTokens(keyTokens, size, viewModel);
  const keys = movedDown(second, below + CROSS_ROOM * size, first.count);
  const height = below + CROSS_ROOM * size + heightOf(second) + labels;
  return { ...shared, keys, height, lines: Math.max(first.count, second.count) };
}

/**
 * Cache of the last layout on each canvas, since every frame needs the layout twice. Its key is the function that
 * measures texts on the canvas.
 */
const last = new WeakMap<ViewModel['measure'], { key: string; layout: SentenceLayout }>();

/**
 * The layout with the largest font that fits the width. It is independent of the selected query, so that selecting
 * another query moves no token.
 */
export function sentenceLayout(viewModel: ViewModel): SentenceLayout {
  const { measure, width, isCross, prose, queryTokens, keyTokens } = viewModel;
  const key = JSON.stringify([width, isCross, prose, queryTokens, keyTokens]);
  const known = last.get(measure);
  if (known?.key === key) return known.layout;
  const layout = prose ? proseLayout(viewModel) : roomyLayout(viewModel);
  last.set(measure, { key, layout });
  return layout;
}

/**
 * The layout with the largest font that fits. If it is lower than the view's minimum height, the rest is distributed
 * around and between its lines.
 */
function roomyLayout(viewModel: ViewModel): SentenceLayout {
  const fitting = fittingLayout(viewModel);
  const spare = Math.max(0, minHeight(viewModel.width) - fitting.height);
  const gaps = viewModel.isCross ? 0 : fitting.lines - 1;
  const widening = gaps > 0 ? Math.min(spare / gaps, MAX_WIDENING * fitting.size) : 0;
  const above = (spare - gaps * widening) / 2;
  const moveDown = (placed: readonly PlacedToken[]) =>
    placed.map((each) => ({ ...each, box: { ...each.box, y: each.box.y + above + each.line * widening } }));
  const queries = moveDown(fitting.queries);
  return {
    ...fitting,
    arcRoom: fitting.arcRoom && { ...fitting.arcRoom, between: fitting.arcRoom.between + widening },
    queries,
    keys: viewModel.isCross ? moveDown(fitting.keys) : queries,
    height: fitting.height + spare,
  };
}

function fittingLayout(viewModel: ViewModel): SentenceLayout & { lines: number } {
  let fallback: (SentenceLayout & { lines: number }) | null = null;
  const largest = Math.max(44, viewModel.width * MAX_SIZE);
  for (const size of SIZES.filter((each) => each <= largest)) {
    const layout = layoutAt(viewModel, size);
    const isLast = size === SIZES.at(-1);
    const most = layout.lines > 1 || viewModel.isCross ? maxHeight : minHeight;
    if (layout.height > most(viewModel.width) && !isLast) continue;
    fallback ??= layout;
    if (size < MIN_SIZE_OF_FEW_LINES) break;
    if (layout.lines <= MAX_LINES) return layout;
  }
  return fallback!;
}
