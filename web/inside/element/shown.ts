// Input of the panels of “Look inside”.
import type { ColorScale } from '../../view/marks/palette.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Inspection } from '../inspection.js';
import type { InsideTexts } from '../texts.js';

/** A cell of the lens: row and place, from 0. */
export interface LensPlace {
  readonly row: number;
  readonly place: number;
}

export interface Shown {
  readonly texts: InsideTexts;
  readonly inspection: Inspection;
  /** Scale of weights and probabilities, 0 … 1. */
  readonly scale: ColorScale;
  /** Pixels across that a view has. */
  readonly width: number;
  /** True where the axis of the layers runs down. */
  readonly isNarrow: boolean;
  /** Head under the pointer, or else the selected one. */
  readonly head: HeadRef | null;
  readonly point: (head: HeadRef | null) => void;
  /** Cell of the lens that the panel beside it describes. */
  readonly cell: LensPlace | null;
  readonly setCell: (cell: LensPlace) => void;
}

/** Name of a head: with its attention where a model has several. */
export function placeOf({ texts, inspection }: Pick<Shown, 'texts' | 'inspection'>, at: HeadRef): string {
  const name = inspection.heads.length > 1 ? texts.model.attentions[at.attention] : null;
  return texts.place(name, at.layer + 1, at.head + 1);
}

/** A token as the screen shows it: without the space that begins a word; spaces or line breaks alone by their signs. */
export const shownToken = (text: string): string => {
  const word = text.trim();
  return word === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '⏎').replaceAll('\t', '⇥') || '∅' : word;
};
