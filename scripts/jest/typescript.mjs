// Jest's transform of TypeScript: the types are taken out, by Oxc, which comes with Rolldown (docs/decisions/jest.md).
import { createHash } from 'node:crypto';
import { VERSION } from 'rolldown';
import { transformSync } from 'rolldown/utils';

const OPTIONS = { sourcemap: true, typescript: { onlyRemoveTypeImports: true } }; // `verbatimModuleSyntax` of tsconfig.json

export default {
  process(source, path) {
    const { code, map, errors } = transformSync(path, source, OPTIONS);
    if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => `${path}: ${message}`).join('\n'));
    return { code, map };
  },

  getCacheKey(source, path, { configString, instrument }) {
    const parts = [VERSION, JSON.stringify(OPTIONS), configString, instrument, path, source];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  },
};
