// The selected head: the one that the element's properties name, if the model has it, or one chosen for the text.
import type { HeadDescription } from '../../engine/transformer/model-config.js';
import { ATTENTION_TYPES, type AttentionType, type HeadRef, type Run } from '../../engine/transformer/run.js';
import { decoderHeadToShow, headToShow } from './initial-selection.js';
import { isDecoderOnly, type ShownRun } from './shown-model.js';
import { isSameHead } from '../../engine/transformer/head-ref.js';
import { patternOf } from './head-pattern.js';
import { proseOf } from './token-labels.js';
import { read } from './answer.js';
import type { TextLanguage } from '../../text/plain-language.js';
import type { Slice } from '../state/properties.js';

/** The properties of the element that select a head. */
export type HeadChoice = Slice<'head'>;

/** Sizes of a model: the number of layers of each attention type, and the number of heads per layer. */
export type Shape = Pick<Run, 'layers' | 'numHeads'>;

/** Sizes that are assumed for an unknown model until it is loaded. */
export const UNKNOWN_SHAPE: Shape = { layers: { encoder: 1, decoder: 0, cross: 0 }, numHeads: 1 };

/** The attention type that is selected initially: the encoder's, or the decoder's in a decoder-only model. */
export const firstAttention = ({ layers }: Pick<Shape, 'layers'>): AttentionType =>
  ATTENTION_TYPES.find((each) => layers[each] > 0) ?? 'encoder';

/**
 * The head that is selected for any text of the model: the one that resolves pronouns, or another supervised head, or
 * else the first head that the model describes.
 */
export function defaultHead(heads: readonly HeadDescription[], attention: AttentionType): HeadRef {
  const candidates = heads.filter((each) => each.attention === attention);
  return (
    candidates.find(({ role }) => role === 'antecedent') ??
    candidates.find(({ role }) => role) ??
    candidates[0] ?? { attention, layer: 0, head: 0 }
  );
}

export function selectHead(
  { attention: requested, layer, head }: HeadChoice,
  { layers, numHeads }: Shape,
  heads: readonly HeadDescription[],
): HeadRef {
  const named = heads.find(({ role }) => role !== null && role === head);
  if (named && (requested === 'auto' || requested === named.attention)) return named;
  const attention = requested !== 'auto' && layers[requested] > 0 ? requested : firstAttention({ layers });
  if (typeof head !== 'number') return defaultHead(heads, attention);
  return { attention, layer: Math.min(layer, layers[attention] - 1), head: Math.min(head, numHeads - 1) };
}

export const descriptionIn = (heads: readonly HeadDescription[], head: HeadRef): HeadDescription | null =>
  heads.find((each) => isSameHead(each, head)) ?? null;

/**
 * Texts of the run's tokens with the whitespace before them; null if the model's input is not shown as running text.
 */
export const proseIn = (run: ShownRun): readonly string[] | null =>
  isDecoderOnly(run) ? proseOf(run.tokens, run.text) : null;

/**
 * The head that is selected for a text if the properties name none; null if no head of this attention type stands out.
 * @param languageOf returns the language of the text, in which the heads were measured; called only for a decoder,
 *   whose text it may compute
 */
export function headOfText(
  run: ShownRun,
  attention: HeadChoice['attention'],
  descriptions: readonly HeadDescription[],
  languageOf: () => TextLanguage | null,
): HeadRef | null {
  const { layers, numHeads, tokens } = run;
  const prose = proseIn(run);
  if (prose) {
    const language = languageOf();
    const patternOfHead = (head: HeadRef) => {
      const description = descriptionIn(descriptions, head);
      return (description && patternOf(description, language)?.measure) ?? null;
    };
    const weightsOf = (layer: number) => read(run.layer('decoder', layer)).weights;
    return decoderHeadToShow({ layers: layers.decoder, numHeads, prose, weightsOf, patternOf: patternOfHead });
  }
  if (attention !== 'auto' && attention !== 'encoder') return null;
  const weightsOf = ({ layer, head }: HeadRef) => read(run.trace('encoder', layer, head)).weights;
  return headToShow({ descriptions, layers: layers.encoder, numHeads, tokenCount: tokens.length, weightsOf });
}
