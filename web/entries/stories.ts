// `import { stories } from 'attention-spotlight/stories'`: the storyteller of the package, a small Llama. An entry of its own,
// so that a bundler copies the weights only into a program that asks for them.
import { fileOfPackage } from '../engine/package-files.js';
import type { PretrainedFiles } from '../engine/pretrained/load.js';

const inPackage = (relative: string, find: () => URL): URL => fileOfPackage(relative, find, 'dist/entries');

// Literals, so that bundlers find the files; called late, because not every place has a URL of its own.
const weights = () => new URL('../../models/stories/model.safetensors', import.meta.url);
const config = () => new URL('../../models/stories/config.json', import.meta.url);
const tokenizer = () => new URL('../../models/stories/tokenizer.json', import.meta.url);

/** The files of the storyteller, for `engine.loadModel`. */
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
