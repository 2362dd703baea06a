// Metadata of a result: the analysis, its input, precision and interventions.
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import { tokensOf } from './question.js';
import type { Intervention } from '../engine/transformer/intervention.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { Run } from '../engine/transformer/run.js';

/** Names of the analysis functions; each result contains the name of the function that computed it. */
export type AnalysisName =
  | 'attentionWeights'
  | 'contributions'
  | 'headScores'
  | 'knockOut'
  | 'logitAttribution'
  | 'logitLens'
  | 'meanActivations'
  | 'patchActivations'
  | 'pathAttribution'
  | 'scoreAttribution';

/** Metadata that every analysis result has. */
export interface Analyzed<Name extends AnalysisName = AnalysisName> {
  /** Name of the function that computed the result. */
  readonly analysis: Name;
  /** Storage precision of the model's weight matrices: `int8` changes logits by 1 to 4%. */
  readonly precision: KeptPrecision;
}

/** Input of an analyzed run: its text and its tokens. */
export interface AnalyzedInput {
  readonly text: string;
  /** Texts of the tokens, or the names of an image's patches. */
  readonly tokens: readonly string[];
  /** Decoder tokens of an encoder-decoder; null if there is no decoder, or if only the encoder was analyzed. */
  readonly target: readonly string[] | null;
}

/** Metadata of a result that was computed from a single run. */
export interface AnalyzedRun<Name extends AnalysisName = AnalysisName> extends Analyzed<Name> {
  /** Interventions that were active in the run, and throughout the analysis. */
  readonly intervention: Intervention;
  readonly input: AnalyzedInput;
}

/**
 * Describes the input of a run for the metadata of a result.
 * @param attention attention type that the result is about. If it belongs to the decoder of an encoder-decoder, the
 *   description includes the decoder's tokens.
 */
export function inputOf(run: Run, attention: AttentionType): AnalyzedInput {
  const isOfTarget = run.layers.cross > 0 && stackOf(attention) === 'decoder';
  const textsOf = (stack: 'encoder' | 'decoder') => tokensOf(run, stack).map(({ text }) => text);
  return {
    text: run.text,
    tokens: textsOf(run.layers.encoder > 0 ? 'encoder' : 'decoder'),
    target: isOfTarget ? textsOf('decoder') : null,
  };
}

export const circumstancesOf = <Name extends AnalysisName>(
  analysis: Name,
  run: Run,
  attention: AttentionType,
): AnalyzedRun<Name> => ({
  analysis,
  precision: run.model.precision,
  intervention: run.intervention,
  input: inputOf(run, attention),
});
