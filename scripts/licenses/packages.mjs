// The npm packages whose code a bundle holds, with their license texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';

/** Helpers that bundlers write into what they build, by how their ids begin. */
const HELPERS = { '\0vite/': 'vite', '\0rolldown/': 'rolldown' };
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** The package that a module of a bundle comes from; null: this project. */
export function packageOf(id) {
  const helper = Object.keys(HELPERS).find((beginning) => id.startsWith(beginning));
  return helper ? HELPERS[helper] : (PACKAGE.exec(id.replaceAll('\\', '/'))?.[1] ?? null);
}

/** The packages that the chunks of a bundle have modules of. */
export function packagesOf(bundle) {
  const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []));
  return [...new Set(ids.map(packageOf))].filter((name) => name !== null).sort();
}

/** A package's name, version, license and license text, of the copy in node_modules. */
export function noticeOf(name) {
  const folder = join(project, 'node_modules', name);
  const { version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, url: homepage, text: licenseText(name, folder) };
}

const licenseFile = (folder) => readdirSync(folder).find((name) => /^license(\.md)?$/i.test(name));

function licenseText(name, folder) {
  if (name !== 'vite') return readFileSync(join(folder, licenseFile(folder)), 'utf8').trim();
  // Behind its own license, Vite's file has those of what its program bundles, which is in no page that it builds.
  const [own] = readFileSync(join(folder, 'LICENSE.md'), 'utf8').split('# Licenses of bundled dependencies');
  return own.replace(/^# .*\n/, '').trim();
}
