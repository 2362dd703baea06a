// `import { defaultModel } from 'attention-spotlight/model'`: the trained model of the package. An entry of its own, so that
// a bundler copies the weights only into a program that asks for them.
import type { ModelFiles } from '../engine/model/model-files.js';

// Literals, so that bundlers find the files; getters, because not every place has a URL of its own.
/** The files of the default model, for `engine.loadModel`. */
export const defaultModel: Readonly<ModelFiles> = {
  get weights() {
    return new URL('../../models/default/model.safetensors', import.meta.url);
  },
  get config() {
    return new URL('../../models/default/config.json', import.meta.url);
  },
  get tokenizer() {
    return new URL('../../models/default/tokenizer.json', import.meta.url);
  },
};
