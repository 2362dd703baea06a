// Downloads the WebAssembly of the last release, for contributors who have no Emscripten and do not change C++.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { project } from '../paths.mjs';
import { CommandError, run, say, step } from '../say.mjs';

export const target = join(project, 'web/engine/wasm');

/** Names of the WebAssembly modules: the engine, the engine with threads, and training. Each is loaded on demand. */
export const MODULES = ['spotlight', 'spotlight-threads', 'spotlight-training'];

/**
 * Names of all files that are built from C++: for each module, its JavaScript glue, its types, and the .wasm files of
 * both builds, with and without relaxed SIMD.
 */
export const FILES = MODULES.flatMap((name) =>
  ['.js', '.d.ts', '-simd.wasm', '-relaxed.wasm'].map((end) => name + end),
);

/** Name of the file, beside the .wasm files, that contains the digest of the sources from which they were built. */
export const SOURCES_FILE = 'sources.sha256';

const SOURCES = ['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'cpp'];

/**
 * Path of the record of the last release, which `npm run release -- --record` writes: version, digest of the C++
 * sources, digest of the package.
 */
export const RECORD = join(import.meta.dirname, 'release-wasm.json');

/** Text for error messages: what contributors can do instead of building the WebAssembly. */
const WAYS_OUT = `Install Emscripten (CONTRIBUTING.md says how), take the container (docker compose run spotlight …), or name a
package of these sources that was built elsewhere: SPOTLIGHT_PACKAGE=path/to/attention-spotlight.tgz`;

const filesOf = (path) =>
  readdirSync(join(project, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.length + 1));

/** Digest of all sources from which the WebAssembly is built. The compiler's version is not included. */
export function digestOfSources() {
  const files = SOURCES.flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesOf(path)));
  const hash = createHash('sha256');
  for (const file of files.map((each) => each.replaceAll('\\', '/')).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(project, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Digest of the sources from which the WebAssembly in a folder was built; null if it is unknown. */
export function digestIn(folder) {
  const file = join(folder, SOURCES_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Integrity of a package's archive, in the format of npm's lock files. */
export const integrityOf = (archive) => `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;

/** Downloads a version of this project's package from npm. Resolves with the path of the archive. */
export async function fetchPackage(version, folder) {
  await run('npm', ['pack', `attention-spotlight@${version}`, '--pack-destination', folder], { cwd: folder });
  return join(folder, `attention-spotlight-${version}.tgz`);
}

/**
 * Downloads the release that was built from the sources with this digest, and checks it against the record of the last
 * release.
 */
async function fetchRelease(digest, folder) {
  const { version, sources, integrity } = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};
  if (version === undefined) throw new CommandError(`There is no Emscripten here, and no release yet.\n${WAYS_OUT}`);
  if (sources !== digest) {
    throw new CommandError(
      `There is no Emscripten here, and the C++ has changed since the last release, ${version}.\n${WAYS_OUT}`,
    );
  }
  const archive = await step(`getting the WebAssembly of the release ${version}`, () => fetchPackage(version, folder));
  if (integrityOf(archive) === integrity) return archive;
  throw new CommandError(
    `attention-spotlight@${version} is not the package that was released: ${integrityOf(archive)}`,
  );
}

export async function unpackWasm(archive, folder) {
  await run('tar', ['-xzf', basename(archive), 'package/dist/engine/wasm'], { cwd: folder });
  return join(folder, 'package/dist/engine/wasm');
}

/** Calls `work` with the path of a temporary folder, which is removed afterwards. */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'spotlight-release-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads the WebAssembly that was built from the current sources, unless the folder `into` already contains it. */
export async function takeReleasedWasm(into = target) {
  const digest = digestOfSources();
  if (digestIn(into) === digest && FILES.every((file) => existsSync(join(into, file)))) {
    return say('there is no Emscripten here: using the WebAssembly that was built from these sources elsewhere');
  }
  await inTemporaryFolder(async (folder) => {
    const given = process.env.SPOTLIGHT_PACKAGE;
    if (given) copyFileSync(resolve(given), join(folder, 'given.tgz'));
    const archive = given ? join(folder, 'given.tgz') : await fetchRelease(digest, folder);
    const unpacked = await unpackWasm(archive, folder);
    if (digestIn(unpacked) !== digest) {
      throw new CommandError(
        `${given ?? basename(archive)} was built from other C++ than this: ${digestIn(unpacked)}, not ${digest}`,
      );
    }
    mkdirSync(into, { recursive: true });
    for (const file of [...FILES, SOURCES_FILE]) copyFileSync(join(unpacked, file), join(into, file));
  });
}
