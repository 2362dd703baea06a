// Generates THIRD-PARTY.md: license notices of all third-party code in the package, the page and spotlight.html.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';
import { LIBRARY_MODULES, ON_DEMAND } from '../build-package.mjs';
import { NATIVE } from './native.mjs';
import { noticeOf, packagesOf } from './packages.mjs';

export const file = join(project, 'THIRD-PARTY.md');

const HEAD = `<!-- Made by npm run licenses; the native parts are in scripts/licenses/native.mjs, their texts in licenses/. -->

# Third-party software

The package and the pages that it builds hold code of these projects:
`;

const TAIL = `The weights of the trained model are licensed under CC BY-SA 4.0. \`models/default/MODEL_CARD.md\` names the data that they
were trained on.

Each project's license, word for word:
`;

const inModules = NATIVE.map((part) => ({
  ...part,
  version: null,
  text: readFileSync(join(project, 'licenses', part.text), 'utf8').trim(),
}));

/** Modules of the page (paths in web/ without extension) that are bundled with an npm library. */
const OF_PAGE = ['ui/qr-code', 'page/own-model/worker'];

/** Names of all npm packages that are bundled: those in dist/, and the bundlers' helpers in the page. */
export async function bundledPackages() {
  const { rolldown } = await import('rolldown');
  // Library and on-demand modules are read from their TypeScript sources, because in dist/ their libraries are already
  // bundled.
  const later = [...LIBRARY_MODULES, ...ON_DEMAND, ...OF_PAGE].map((name) => `web/${name}.ts`);
  const built = await rolldown({
    input: ['dist/entries/browser.js', ...later].map((path) => join(project, path)),
    platform: 'browser',
    logLevel: 'warn',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  const { output } = await built.generate({ format: 'es' });
  await built.close();
  return [...new Set([...packagesOf(output), 'rolldown', 'vite'])].sort();
}

/** Groups license notices with the same text: [[text, notices], …]. */
function withSameText(notices) {
  const groups = new Map();
  for (const notice of notices) groups.set(notice.text, [...(groups.get(notice.text) ?? []), notice]);
  return [...groups];
}

/**
 * Content of THIRD-PARTY.md.
 * @param names names of the bundled npm packages
 */
export async function thirdPartyNotices(names) {
  const notices = [
    ...names.map((name) => ({ ...noticeOf(name), where: 'the scripts' })),
    ...inModules.map((part) => ({ ...part, where: 'the `.wasm` files' })),
  ];
  const rows = notices.map(
    ({ name, version, url, license, where }) => `| [${name}](${url}) | ${version ?? ''} | ${license} | ${where} |`,
  );
  const texts = withSameText(notices).map(
    ([text, group]) => `## ${group.map(({ name }) => name).join(', ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  );
  const table = ['| project | version | license | where |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const prettier = await import('prettier');
  const options = { ...(await prettier.resolveConfig(file)), filepath: file };
  return prettier.format([HEAD, table, '', TAIL, ...texts].join('\n'), options);
}

export function missingFrom(notices, names) {
  return names.filter((name) => !notices.includes(`| [${name}](`));
}
