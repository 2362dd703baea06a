// `import { defaultModel } from 'attention-spotlight/model'`: the trained model of the package. An entry of its own, so that
// a bundler copies the weights only into a program that asks for them.
import { fileOfPackage, urlOfDefaultModel } from '../engine/package-files.js';
import { loadTranslator, type TranslatorFiles } from '../engine/translator/load-model.js';

const inPackage = (relative: string, find: () => URL): URL => fileOfPackage(relative, find, 'dist/entries');

// Literals, so that bundlers find the files; called late, because not every place has a URL of its own.
const weights = () =>
  inPackage(
    '../../models/default/model.safetensors',
    () => new URL('../../models/default/model.safetensors', import.meta.url),
  );
const config = () =>
  inPackage('../../models/default/config.json', () => new URL('../../models/default/config.json', import.meta.url));
const tokenizer = () =>
  inPackage(
    '../../models/default/tokenizer.json',
    () => new URL('../../models/default/tokenizer.json', import.meta.url),
  );

/** The default model, for `engine.loadModel`: its files, and its program. `configure({ modelUrl })` says where they are. */
export const defaultModel: Readonly<TranslatorFiles> = {
  program: loadTranslator,
  get weights() {
    return urlOfDefaultModel('model.safetensors', weights);
  },
  get config() {
    return urlOfDefaultModel('config.json', config);
  },
  get tokenizer() {
    return urlOfDefaultModel('tokenizer.json', tokenizer);
  },
};
