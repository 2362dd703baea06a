// The module 'attention-spotlight/stories': the package's story model, a small Llama. It is a separate entry, so that a
// bundler includes the weights only in programs that import it.
import { fileOfPackage } from '../engine/package-files.js';
import type { PretrainedFiles } from '../engine/pretrained/load.js';

const inPackage = (relative: string, find: () => URL): URL => fileOfPackage(relative, find, 'dist/entries');

// URL of the story model's weights, written literally so that bundlers detect the file. It is evaluated lazily, because
// a script does not always have a URL.
const weights = () => new URL('../../models/stories/model.safetensors', import.meta.url);
const config = () => new URL('../../models/stories/config.json', import.meta.url);
const tokenizer = () => new URL('../../models/stories/tokenizer.json', import.meta.url);

/** Files of the story model, for `engine.loadModel`. */
export const stories: Readonly<Required<Pick<PretrainedFiles, 'weights' | 'config' | 'tokenizer'>>> = {
  get weights() {
    return inPackage('../../models/stories/model.safetensors', weights);
  },
  get config() {
    return inPackage('../../models/stories/config.json', config);
  },
  get tokenizer() {
    return inPackage('../../models/stories/tokenizer.json', tokenizer);
  },
};
