// Which of the files that somebody has chosen are what of a model.
import type { PretrainedFiles } from '../engine/pretrained/load.js';

/** What is wrong with the files that were chosen; the page says it in words. */
export type Fault = 'onnx' | 'pickle' | 'missing' | 'image' | 'unreadable';

export const PICKLES = ['.bin', '.pt', '.pth', '.ckpt'];

/** The image to show a model on, if one is among the files. */
export const imageOf = (chosen: readonly File[]): File | undefined =>
  chosen.find(({ type }) => type.startsWith('image/'));

/**
 * The files of a model, or what is wrong with them.
 * @param chosen a GGUF file, or those of Hugging Face under their names; others beside them do not matter
 */
export function filesOfModel(chosen: readonly File[]): PretrainedFiles | Fault {
  const named = (name: string) => chosen.find((file) => file.name === name);
  const withEnd = (end: string) => chosen.filter(({ name }) => name.endsWith(end));
  const [gguf] = withEnd('.gguf');
  if (gguf) return { weights: gguf };
  const [weights, config, tokenizer] = [withEnd('.safetensors'), named('config.json'), named('tokenizer.json')];
  if (weights.length > 0 && config && tokenizer) return { weights, config, tokenizer };
  const preprocessor = named('preprocessor_config.json');
  if (weights.length > 0 && config && preprocessor) return { weights, config, preprocessor };
  if (weights.length > 0) return 'missing';
  if (imageOf(chosen)) return 'image';
  if (withEnd('.onnx').length > 0) return 'onnx';
  return PICKLES.some((end) => withEnd(end).length > 0) ? 'pickle' : 'missing';
}
