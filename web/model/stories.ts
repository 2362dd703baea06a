// `import { stories } from 'attention-spotlight/stories'`: the storyteller of the package, a small Llama. An entry of its own,
// so that a bundler copies the weights only into a program that asks for them.
import { fileOfPackage } from '../engine/package-files.js';
import type { PretrainedFiles } from '../engine/models/load.js';

const inPackage = (relative: string, found: URL): URL => fileOfPackage(relative, found, 'dist/model');

/** The files of the storyteller, for `engine.loadPretrained`. */
export const stories: Readonly<Required<PretrainedFiles>> = {
  // Literals, so that bundlers find the files; read late, because not every place has a URL of its own.
  get weights() {
    const found = new URL('../../models/stories/model.safetensors', import.meta.url);
    return inPackage('../../models/stories/model.safetensors', found);
  },
  get config() {
    return inPackage('../../models/stories/config.json', new URL('../../models/stories/config.json', import.meta.url));
  },
  get tokenizer() {
    const found = new URL('../../models/stories/tokenizer.json', import.meta.url);
    return inPackage('../../models/stories/tokenizer.json', found);
  },
};
