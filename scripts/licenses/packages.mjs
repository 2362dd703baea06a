// npm packages that are bundled into the project's files, with their license texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';

/** Names of the npm packages (bundlers) whose helper code is added to bundles, by prefix of the helper module's id. */
const HELPERS = { '\0vite/': 'vite', '\0rolldown/': 'rolldown' };
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** Name of the npm package that a bundled module belongs to; null if the module belongs to this project. */
export function packageOf(id) {
  const helper = Object.keys(HELPERS).find((beginning) => id.startsWith(beginning));
  return helper ? HELPERS[helper] : (PACKAGE.exec(id.replaceAll('\\', '/'))?.[1] ?? null);
}

export function packagesOf(bundle) {
  const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []));
  return [...new Set(ids.map(packageOf))].filter((name) => name !== null).sort();
}

/** Name, version, license and license text of an npm package. */
export function noticeOf(name) {
  const folder = join(project, 'node_modules', name);
  const { version, license, homepage, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, url: homepage ?? repository.url, text: licenseText(name, folder) };
}

const licenseFile = (folder) => readdirSync(folder).find((name) => /^license(\.md)?$/i.test(name));

function licenseText(name, folder) {
  if (name !== 'vite') return readFileSync(join(folder, licenseFile(folder)), 'utf8').trim();
  // The license file of Vite also contains the licenses of its own bundled dependencies, which are not part of the
  // pages that Vite builds.
  const [own] = readFileSync(join(folder, 'LICENSE.md'), 'utf8').split('# Licenses of bundled dependencies');
  return own.replace(/^# .*\n/, '').trim();
}
