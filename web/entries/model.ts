// The module 'attention-spotlight/model': the package's trained model. It is a separate entry, so that a bundler
// includes the weights only in programs that import it.
import { fileOfPackage, urlOfDefaultModel } from '../engine/package-files.js';
import { loadTranslator, type TranslatorFiles } from '../engine/translator/load-model.js';

const inPackage = (relative: string, find: () => URL): URL => fileOfPackage(relative, find, 'dist/entries');

// URLs of the default model's files, written literally so that bundlers detect the files. They are evaluated lazily,
// because a script does not always have a URL.
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

/**
 * The default model, for `engine.loadModel`: its files and its loader. `configure({ modelUrl })` sets the location of
 * the files.
 */
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
