// Circumstances of a result: the analysis, its input, precision and interventions.
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import { tokensOf } from './question.js';
import type { Intervention } from '../engine/transformer/intervention.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { Run } from '../engine/transformer/run.js';

/** A result's analysis: the name of its function. */
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

/** Circumstances of every result. */
export interface Analyzed<Name extends AnalysisName = AnalysisName> {
  /** The function that it is of. */
  readonly analysis: Name;
  /** How the matrices of weights are kept: `int8` moves logits by 1 to 4%. */
  readonly precision: KeptPrecision;
}

/** Input of a run. */
export interface AnalyzedInput {
  readonly text: string;
  /** Texts of its tokens; of an image the names of its patches. */
  readonly tokens: readonly string[];
  /** Tokens of an encoder-decoder's decoder; null: it has none, or only its encoder was analyzed. */
  readonly target: readonly string[] | null;
}

/** Circumstances of a result about one run. */
export interface AnalyzedRun<Name extends AnalysisName = AnalysisName> extends Analyzed<Name> {
  /** The interventions of the run, which stay on throughout. */
  readonly intervention: Intervention;
  readonly input: AnalyzedInput;
}

/** @param attention what was analyzed: the decoder of an encoder-decoder is read where it is of the decoder */
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
