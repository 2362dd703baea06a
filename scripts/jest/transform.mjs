// Jest transform that compiles sources and tests. Oxc, which is part of Rolldown, removes the types
// (docs/decisions/jest.md).
import { createHash } from 'node:crypto';
import { VERSION } from 'rolldown';
import { transformSync } from 'rolldown/utils';

const OPTIONS = { sourcemap: true, typescript: { onlyRemoveTypeImports: true } }; // `verbatimModuleSyntax` of tsconfig.json

/**
 * First line that the transform adds to modules. It makes globals module constants, because in the context of a Jest
 * test each lookup of a global takes 100 ns, which makes a loop over a tensor twenty times slower.
 */
const CONSTANTS = 'const { Array, Math, Number, Object } = globalThis; ';

const withConstants = (code) => (/\b(Array|Math|Number|Object)\./.test(code) ? CONSTANTS + code : code);

export default {
  process(source, path) {
    if (path.endsWith('.mjs')) return { code: withConstants(source) };
    const { code, map, errors } = transformSync(path, source, OPTIONS);
    if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => `${path}: ${message}`).join('\n'));
    return { code: withConstants(code), map };
  },

  getCacheKey(source, path, { configString, instrument }) {
    const parts = [VERSION, JSON.stringify(OPTIONS), CONSTANTS, configString, instrument, path, source];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  },
};
