// The WebAssembly of the last release, where there is no Emscripten: whoever changes no C++ needs none.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { project } from '../paths.mjs';
import { CommandError, run, say, step } from '../say.mjs';

export const target = join(project, 'web/engine/wasm');

/** The engine, the engine with threads, and training, which are loaded when they are used. */
export const MODULES = ['spotlight', 'spotlight-threads', 'spotlight-training'];

/** What C++ becomes: of each module the glue, its types, and both builds. */
export const FILES = MODULES.flatMap((name) =>
  ['.js', '.d.ts', '-simd.wasm', '-relaxed.wasm'].map((end) => name + end),
);

/** In the same folder: the digest of the sources that the files were built from. */
export const SOURCES_FILE = 'sources.sha256';

const SOURCES = ['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'cpp'];

/** `npm run release -- --record` writes it: the version, the digest of its sources, and the digest of its package. */
export const RECORD = join(import.meta.dirname, 'release-wasm.json');

/** What else one can do. */
const WAYS_OUT = `Install Emscripten (CONTRIBUTING.md says how), take the container (docker compose run spotlight …), or name a
package of these sources that was built elsewhere: SPOTLIGHT_PACKAGE=path/to/attention-spotlight.tgz`;

const filesOf = (path) =>
  readdirSync(join(project, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.length + 1));

/** A digest of everything that decides what the WebAssembly is, the compiler left out. */
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

/** The digest that a folder of built files names; null where there is none. */
export function digestIn(folder) {
  const file = join(folder, SOURCES_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** As npm writes it. */
export const integrityOf = (archive) => `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;

/** Fetches a version of the package from npm; resolves with the archive. */
export async function fetchPackage(version, folder) {
  await run('npm', ['pack', `attention-spotlight@${version}`, '--pack-destination', folder], { cwd: folder });
  return join(folder, `attention-spotlight-${version}.tgz`);
}

/** The package of the release whose sources are these, if npm has what the record names. */
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

/** Unpacks the WebAssembly of a package; returns its folder. */
export async function unpackWasm(archive, folder) {
  await run('tar', ['-xzf', basename(archive), 'package/dist/engine/wasm'], { cwd: folder });
  return join(folder, 'package/dist/engine/wasm');
}

/** Runs `work` with a folder that is removed afterwards. */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'spotlight-release-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes sure that a folder holds what these sources make, without building it. */
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
