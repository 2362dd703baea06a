// From what is looked at, and how, to the picture.
import { drawComposition } from '../view/composition.js';
import { drawHeadsView, headsHeight } from '../view/heads-view.js';
import { drawMatrixView } from '../view/matrix-view.js';
import { drawSentenceAndMatrix } from '../view/sentence-and-matrix.js';
import { hasCell } from './moving.js';
import { headPanels, type HeadPanel } from './heads-panels.js';
import type { Cell, Scene } from '../view/scene.js';
import type { Look } from './looking.js';
import type { Messages } from '../messages/index.js';
import type { Moment } from '../view/stages.js';
import type { Palette } from '../view/palette.js';
import type { PictureContent } from '../view/picture.js';
import type { Sheet } from './stage-canvas.js';
import type { State } from './properties.js';
import type { Theme } from './palette-properties.js';

/** How something is looked at: everything that a picture depends on beside the numbers. */
export interface Eyes {
  state: State;
  /** The cell under the pointer. */
  hovered: Cell | null;
  theme: Theme;
  palette: Palette;
  texts: Messages;
}

/** The same when everything is computed. */
export const finished = (picture: PictureContent): PictureContent => ({
  ...picture,
  moment: { stage: 'merge', time: 1 },
  writing: null,
});

/** A decoder writes piece by piece in the first stage: which one it is at. */
function writtenAt({ place, tokens }: Look, { stage, time }: Moment): number | null {
  if (place.kind === 'self' || stage !== 'tokens' || time >= 1) return null;
  return Math.floor(time * tokens.asking.length);
}

/** @returns null where there is no word to be seen */
export function pictureOf(looking: Look, { state, hovered, palette, texts }: Eyes): PictureContent | null {
  if (!looking.trace || !looking.layerTrace) return null;
  const { asking, answering } = looking.tokens;
  const { queryInput, keyInput, merged, output } = looking.layerTrace;
  const moment: Moment = looking.stepsKnown ? { stage: state.stage, time: state.time } : { stage: 'softmax', time: 1 };
  const writing = writtenAt(looking, moment);
  const rowThatAsks = writing ?? looking.rowOf(state);
  const unselected = {
    queryWords: asking.map(({ text }) => text),
    keyWords: answering.map(({ text }) => text),
    queryInput,
    keyInput: looking.place.kind === 'cross' ? keyInput : null,
    merged,
    output,
    trace: looking.trace,
    stepsKnown: looking.stepsKnown,
    untouched: state.compare ? looking.before : null,
    head: looking.place.head,
    numHeads: looking.shape.numHeads,
    scale: looking.run?.scale ?? 1,
    moment,
    writing,
    selection: { row: rowThatAsks, cell: null },
    palette,
    nameOf: (matrix) => texts.matrices[matrix],
  } satisfies PictureContent;
  // The cell that counts: the one that is kept, or the one under the pointer, if this sentence has it.
  const cell = state.cell ?? hovered;
  if (!cell || !hasCell(unselected, cell)) return unselected;
  const row = cell.matrix === 'attention' || cell.matrix === 'output' ? cell.row : rowThatAsks;
  return { ...unselected, selection: { row, cell } };
}

/** The small pictures of all heads, and how many of them are in a row. */
export function panelsOf(
  looking: Look,
  { state, theme, palette, texts }: Eyes,
): { panels: HeadPanel[]; across: number } {
  const all = looking.allHeads;
  if (!all) return { panels: [], across: 1 };
  const describe = looking.descriptionOf.bind(looking);
  return headPanels(texts, all, looking.place, describe, state.order, theme, palette);
}

export function drawView(looking: Look, eyes: Eyes, picture: PictureContent, sheet: Sheet): Scene {
  const { view, zoom } = eyes.state;
  if (view === 'matrix') return drawMatrixView({ ...picture, ...sheet }, zoom);
  if (view === 'heads') return drawHeadsView({ ...picture, ...sheet, ...panelsOf(looking, eyes) });
  if (!picture.stepsKnown) return drawSentenceAndMatrix({ ...picture, ...sheet });
  return drawComposition({ ...picture, ...sheet });
}

/** How high the canvas has to be, in pixels; null: as high as the page wants it. */
export function heightOf(looking: Look, eyes: Eyes, picture: PictureContent, sheet: Sheet): number | null {
  if (eyes.state.view !== 'heads') return null;
  return Math.round(headsHeight({ ...picture, ...sheet, ...panelsOf(looking, eyes) }));
}
