// Means of the outputs of all parts: of the model alone, so once.
import { meanActivations, type MeanActivations } from '../../../analysis/index.js';
import { repeatedTokens, usualTokens } from '../../../analysis/head-scores/repeated-tokens.js';
import type { Context, Inspected } from '../inspected.js';
import type { PretrainedModel } from '../../../engine/pretrained/pretrained-model.js';

/** Sequences of random tokens that a model reads whose tokenizer does not know the words of the sentences. */
const SEQUENCES = 30;

/** @param report the share of the texts that were read */
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

/** Random tokens that repeat, as those that heads are scored on. */
function randomTexts({ description: { encoder, decoder }, contextLength }: PretrainedModel) {
  const { vocabulary } = (encoder ?? decoder)!;
  return repeatedTokens(usualTokens(vocabulary, null), SEQUENCES, 0, contextLength - 1).sequences;
}
