// Assigns files that the user has chosen to the parts of a model.
import type { PretrainedFiles } from '../engine/pretrained/load.js';

/** Problem with the chosen files; the page has a message for each. */
export type Fault = 'onnx' | 'pickle' | 'missing' | 'image' | 'unreadable';

export const PICKLES = ['.bin', '.pt', '.pth', '.ckpt'];

/** First image among the files, to run the model on. */
export const imageOf = (chosen: readonly File[]): File | undefined =>
  chosen.find(({ type }) => type.startsWith('image/'));

/**
 * Files of a model, or the problem with them.
 * @param chosen a GGUF file, or Hugging Face files under their usual names; other files are ignored
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

/** Names of the files that a model of these files lacks; none: it is complete, or no file of a model is among them. */
export function missingFiles(chosen: readonly File[]): string[] {
  const has = (end: string) => chosen.some(({ name }) => (end.startsWith('.') ? name.endsWith(end) : name === end));
  const missing = ['.safetensors', 'config.json', 'tokenizer.json'].filter((end) => !has(end));
  return has('.gguf') || missing.length === 3 ? [] : missing;
}
