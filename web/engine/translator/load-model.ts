// Loads the default model. Only the package's entry point for `defaultModel` imports this file, because other models do
// not need it.
import { expectOptions } from '../core/checks.js';
import { checkAsyncOptions } from '../core/async-options.js';
import { readModelFiles, type ModelFiles } from './model-files.js';
import { readNow } from '../weights/reading.js';
import { TransformerModel } from './transformer-model.js';
import type { LoadModel } from '../transformer/model-loader.js';

/** Files of the default model, or of a model trained in the same way, together with the function that loads them. */
export interface TranslatorFiles extends ModelFiles {
  /** Function that loads the model, which `engine.loadModel` calls. */
  readonly program: LoadModel<TransformerModel>;
}

export const loadTranslator: LoadModel<TransformerModel> = async (files, { read, live }, given) => {
  const { signal } = checkAsyncOptions(expectOptions('options', given, ['signal']));
  signal?.throwIfAborted();
  const parts = await readModelFiles(files, read);
  signal?.throwIfAborted();
  return readNow(TransformerModel.load(live(), parts));
};
