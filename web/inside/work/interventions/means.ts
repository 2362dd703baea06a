// Mean outputs of all heads and feed-forward layers, computed once per model.
import { meanActivations, type MeanActivations } from '../../../analysis/index.js';
import { repeatedTokens, usualTokens } from '../../../analysis/head-scores/repeated-tokens.js';
import type { Context, Inspected } from '../inspected.js';
import type { PretrainedModel } from '../../../engine/pretrained/pretrained-model.js';

/**
 * Number of random sequences over which means are taken if the model's tokenizer cannot encode the project's sentences.
 */
const SEQUENCES = 30;

/**
 * Computes the mean outputs of all heads and feed-forward layers, unless they are already known. The progress is the
 * share of the texts that have been read.
 */
export async function meansOf(inspected: Inspected, { signal, report }: Context): Promise<MeanActivations> {
  if (inspected.means) return inspected.means;
  const { model } = inspected;
  const options = { signal, onProgress: report };
  try {
    inspected.means = await meanActivations(model, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    inspected.means = await meanActivations(model, { ...options, texts: randomTexts(model) });
    inspected.areMeansOfRandom = true;
  }
  return inspected.means;
}

/** Sequences of repeated random tokens, like those on which head scores are measured. */
function randomTexts({ description: { encoder, decoder }, contextLength }: PretrainedModel) {
  const { vocabulary } = (encoder ?? decoder)!;
  return repeatedTokens(usualTokens(vocabulary, null), SEQUENCES, 0, contextLength - 1).sequences;
}
