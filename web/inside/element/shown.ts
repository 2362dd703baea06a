// Properties that the panels of “Look inside” share.
import type { ColorScale } from '../../view/marks/palette.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Part } from '../interventions.js';
import type { Inspection } from '../inspection.js';
import type { InsideState } from '../state.js';
import type { InsideTexts } from '../texts.js';
import type { ViewCell } from '../maps/matrix-layout.js';

export interface Shown {
  readonly texts: InsideTexts;
  readonly inspection: Inspection;
  /** Color scale of weights and probabilities, 0 … 1. */
  readonly scale: ColorScale;
  /** Returns a color scale around 0, up to ±`largest`. */
  readonly signedScale: (largest: number) => ColorScale;
  /** Color scale of shares: that of weights, with another color for values below 0. */
  readonly shareScale: ColorScale;
  /** Width of the view in pixels. */
  readonly width: number;
  /** True on narrow screens, where the layers run from top to bottom. */
  readonly isNarrow: boolean;
  /** The head under the pointer, or else the selected head. */
  readonly head: HeadRef | null;
  readonly point: (head: HeadRef | null) => void;
  /** The selected cell of the view; null if none is selected. */
  readonly cell: ViewCell | null;
  readonly setCell: (cell: ViewCell) => void;
  /** Changes the state when the user pauses typing. */
  readonly type: (changed: Partial<InsideState>) => void;
}

/** Name of a head, with its attention type if the model has several. */
export function placeOf({ texts, inspection }: Pick<Shown, 'texts' | 'inspection'>, at: HeadRef): string {
  const name = inspection.heads.length > 1 ? texts.model.attentions[at.attention] : null;
  return texts.place(name, at.layer + 1, at.head + 1);
}

/** Name of a head or of a feed-forward layer, with its stack if the model has both. */
export function partName(shown: Pick<Shown, 'texts' | 'inspection'>, { attention, layer, head }: Part): string {
  const { texts, inspection } = shown;
  if (head !== null) return placeOf(shown, { attention, layer, head });
  const stack = inspection.heads.length > 1 ? texts.model.attentions[attention] : null;
  return texts.feedForwardPlace(stack, layer + 1);
}

/**
 * A token as it is displayed: without the space at its beginning. A token that consists of white space is shown as
 * symbols.
 */
export const shownToken = (text: string): string => {
  const word = text.trim();
  return word === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '⏎').replaceAll('\t', '⇥') || '∅' : word;
};
