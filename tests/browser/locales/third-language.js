// Adds a third language to a copy of the sources, as the docs describe: a folder in web/locales, and one line that
// lists it.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createServer } from 'vite';

const project = join(import.meta.dirname, '../../..');

/** Language tag of the test language, which is reserved for private use (RFC 5646). */
export const THIRD = 'qps';
/** File of texts that the test language lacks; the page must use the English texts instead. */
const LACKING = 'pages/course/chapters/cost.ts';

const named = (source) =>
  source.replace('export const en', `export const ${THIRD}`).replace(/name: .*/, "name: 'Þšéûđö',");

/** Source of a module with the pseudo-localized texts of an English module. */
function pseudoModule(file, source) {
  const toLocales = relative(dirname(file), '..').replaceAll('\\', '/');
  const names = Array.from(source.matchAll(/^export const (\w+)/gm), ([, name]) => name);
  return [
    `import * as english from '${toLocales}/en/${file.replace(/\.ts$/, '.js')}';`,
    `import { pseudo } from '${toLocales}/${THIRD}/pseudo.js';`,
    ...names.map((name) => `export const ${name} = pseudo(english.${name});`),
  ].join('\n');
}

function addLanguage(locales) {
  for (const file of readdirSync(join(locales, 'en'), { recursive: true }).map((each) => each.replaceAll('\\', '/'))) {
    if (!file.endsWith('.ts') || file === LACKING) continue;
    const source = readFileSync(join(locales, 'en', file), 'utf8');
    const target = join(locales, THIRD, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file === 'index.ts' ? named(source) : pseudoModule(file, source));
  }
  cpSync(join(import.meta.dirname, 'pseudo.js'), join(locales, THIRD, 'pseudo.js'));
  appendFileSync(join(locales, 'languages.ts'), `export { ${THIRD} } from './${THIRD}/index.js';\n`);
}

/**
 * Serves the pages with the test language.
 * @returns `{ origin, close }`
 */
export async function serveThirdLanguage() {
  mkdirSync(join(project, 'build'), { recursive: true });
  const copy = mkdtempSync(join(project, 'build/third-language-'));
  cpSync(join(project, 'web'), join(copy, 'web'), { recursive: true });
  symlinkSync(join(project, 'models'), join(copy, 'models'), 'junction');
  addLanguage(join(copy, 'web/locales'));
  const server = await createServer({
    configFile: false,
    root: join(copy, 'web/page'),
    cacheDir: join(copy, 'cache'),
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null, fs: { allow: [project] } },
    resolve: { conditions: ['module', 'browser', 'production'] }, // lit's development build would log a warning
    optimizeDeps: { noDiscovery: true },
  });
  await server.listen();
  return {
    origin: server.resolvedUrls.local[0],
    close: async () => {
      await server.close();
      rmSync(copy, { recursive: true });
    },
  };
}
