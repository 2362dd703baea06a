// Tools for contributors whose system lacks Emscripten or is not Linux, and for making releases.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTooOld } from '../../scripts/toolchain/node-version.mjs';
import { project } from '../../scripts/paths.mjs';
import { obstacles } from '../../scripts/release/main.mjs';
import { isProgram, startOf } from '../../scripts/say.mjs';
import { missingPart } from '../../scripts/toolchain/native.mjs';
import {
  digestOfSources,
  FILES,
  SOURCES_FILE,
  takeReleasedWasm,
  target,
} from '../../scripts/toolchain/release-wasm.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'spotlight-test-'))));
afterEach(() => {
  delete process.env.SPOTLIGHT_PACKAGE;
  rmSync(folder, { recursive: true });
});

/**
 * Makes an npm archive of the package whose file about the WebAssembly's sources contains this digest. Returns its
 * path.
 */
function packageOf(digest) {
  const wasm = join(folder, 'package/dist/engine/wasm');
  mkdirSync(wasm, { recursive: true });
  for (const file of FILES) cpSync(join(target, file), join(wasm, file));
  writeFileSync(join(wasm, SOURCES_FILE), `${digest}\n`);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return join(folder, 'package.tgz');
}

test('without Emscripten, the WebAssembly of a package that was built from these sources', async () => {
  process.env.SPOTLIGHT_PACKAGE = packageOf(digestOfSources());
  const into = join(folder, 'wasm');
  await takeReleasedWasm(into);
  for (const file of FILES) expect(readFileSync(join(into, file))).toEqual(readFileSync(join(target, file)));
  process.env.SPOTLIGHT_PACKAGE = join(folder, 'missing.tgz');
  await takeReleasedWasm(into); // the WebAssembly is already in the folder
});

test('not that of a package that was built from others', async () => {
  process.env.SPOTLIGHT_PACKAGE = packageOf('0123');
  const work = takeReleasedWasm(join(folder, 'wasm'));
  await expect(work).rejects.toThrow(/package\.tgz was built from other C\+\+ than this: 0123, not [0-9a-f]{64}/);
});

test('on Windows npm and npx are started as programs of Node', () => {
  const npm = '/npm/bin/npm-cli.js';
  const npx = join('/npm/bin', 'npx-cli.js');
  expect(startOf('npx', ['tsc'], { platform: 'win32', npm })).toEqual([process.execPath, [npx, 'tsc']]);
  expect(startOf('cmake', ['.'], { platform: 'win32', npm })).toEqual(['cmake', ['.']]);
  expect(startOf('npx', ['tsc'], { platform: 'linux', npm })).toEqual(['npx', ['tsc']]);
  expect(() => startOf('npx', [], { platform: 'win32', npm: '' })).toThrow(/npm run/);
});

test('a script runs in a checkout that is reached through a link, too', () => {
  const file = join(realpathSync(project), 'scripts/lint.mjs');
  symlinkSync(project, join(folder, 'link'), 'junction');
  expect(isProgram(file, join(folder, 'link/scripts/lint.mjs'))).toBe(true);
  expect(isProgram(file, join(folder, 'link/scripts/test.mjs'))).toBe(false);
  expect(isProgram(file, '')).toBe(false); // as with `node --eval`
});

test('C++ is left out where its libraries are missing, as where its programs are', () => {
  const ubuntu = (program) => (program === 'apt-get' ? null : `/usr/bin/${program}`);
  expect(missingPart(ubuntu, false)).toBe('xtensor or xsimd');
  expect(missingPart(ubuntu, true)).toBe(null);
  expect(missingPart((program) => (program === 'ninja' ? null : ubuntu(program)), true)).toBe('ninja');
});

test.each([
  ['18.20.8', true],
  ['20.9.0', true],
  ['20.19.0', false],
  ['22.13.0', false],
])('Node %s is too old: %s', (version, expected) => expect(isTooOld(version)).toBe(expected));

const description = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const addresses = { homepage: 'a', repository: 'b', bugs: 'c', author: 'd' };

test('the version is the same wherever it stands', () => {
  expect(obstacles({ ...description, ...addresses })).toEqual([]);
});

test('a release says what is missing', () => {
  const texts = { 'CHANGELOG.md': '## [9.9.8]' };
  const textOf = (file) =>
    texts[file] ?? readFileSync(join(project, file), 'utf8').replaceAll(description.version, '9.9.9');
  expect(obstacles({ ...description, ...addresses, author: '', version: '9.9.9' }, textOf)).toEqual([
    'package.json has no "author"',
    'CHANGELOG.md does not say ## [9.9.9], the version of package.json',
  ]);
});
