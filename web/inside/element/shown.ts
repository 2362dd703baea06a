// Properties that the views and panels of “Look inside” get for drawing.
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
  /** Color scale of attention weights and probabilities, from 0 to 1. */
  readonly scale: ColorScale;
  /** Returns a color scale for signed numbers from −`largest` to `largest`. */
  readonly signedScale: (largest: number) => ColorScale;
  /**
   * Color scale of the keys' shares in a head's output: the colors of weights, and another color for shares below 0.
   */
  readonly shareScale: ColorScale;
  /** Width of the view, in pixels. */
  readonly width: number;
  /** True on narrow screens, where maps have a row for each layer instead of a column. */
  readonly isNarrow: boolean;
  /** Head under the pointer or, if there is none, the selected head. */
  readonly head: HeadRef | null;
  readonly point: (head: HeadRef | null) => void;
  /** Selected cell of the view; null if the user has selected none. */
  readonly cell: ViewCell | null;
  readonly setCell: (cell: ViewCell) => void;
  /** Changes the state of “Look inside” by typed text, but only when the user pauses typing. */
  readonly type: (changed: Partial<InsideState>) => void;
}

/** Displayed name of a head: its layer and number, with the attention type if the model has several. */
export function placeOf({ texts, inspection }: Pick<Shown, 'texts' | 'inspection'>, at: HeadRef): string {
  const name = inspection.heads.length > 1 ? texts.model.attentions[at.attention] : null;
  return texts.place(name, at.layer + 1, at.head + 1);
}

/**
 * Displayed name of a head or of a feed-forward layer, with its stack if the model has both an encoder and a decoder.
 */
export function partName(shown: Pick<Shown, 'texts' | 'inspection'>, { attention, layer, head }: Part): string {
  const { texts, inspection } = shown;
  if (head !== null) return placeOf(shown, { attention, layer, head });
  const stack = inspection.heads.length > 1 ? texts.model.attentions[attention] : null;
  return texts.feedForwardPlace(stack, layer + 1);
}

/**
 * Displayed text of a token: without white space around it. A token that consists of white space is shown as symbols.
 */
export const shownToken = (text: string): string => {
  const word = text.trim();
  return word === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '⏎').replaceAll('\t', '⇥') || '∅' : word;
};
