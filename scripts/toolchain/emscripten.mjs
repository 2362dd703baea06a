// The C++ → WebAssembly toolchain: Emscripten 3.1.69 or later on the PATH, or else a private one. On Debian 12, the
// private one combines LLVM 19 of Debian 12 with Emscripten and Binaryen of Debian 13.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { build, newer, project, root, toolchain } from '../paths.mjs';
import { CommandError, run, say } from '../say.mjs';
import { isDebian12, libraryPath, unpackOwn, unpackTrixie } from './debian.mjs';
import { HEADERS, headersPrefix, unpackedPrefix } from './headers.mjs';
import { which } from './path.mjs';
import { relaxedNode } from './relaxed-node.mjs';
import { once } from './stamp.mjs';

const OLDEST = [3, 1, 69];
const OWN = ['clang-19', 'libclang-common-19-dev', 'lld-19', 'llvm-19', 'cmake', 'cmake-data', 'ninja-build'];
const EMSCRIPTEN = ['emscripten', 'binaryen', 'libc6', 'libstdc++6', 'libgcc-s1'];

const HOW_TO_INSTALL = `This system has no Emscripten ${OLDEST.join('.')} or later, and a private one can be made on Debian 12 only.
Please install (then run the same command again):
  Debian 13, Ubuntu 25.04:  apt install emscripten cmake ninja-build libxtensor-dev libxsimd-dev
  macOS:                    brew install emscripten cmake ninja xtensor xsimd
  other Linux:              the Emscripten SDK (emsdk), CMake, Ninja, and the headers of xtensor, xtl and xsimd
  Windows:                  WSL, or the container (CONTRIBUTING.md)`;

// Folder of npm's programs, such as the TypeScript compiler, which Emscripten calls for the types of the bindings. To
// generate the glue and the types, Emscripten also runs the module in Node.
const npmPrograms = join(project, 'node_modules/.bin');

/**
 * Creates the folder of the `tsc` that Emscripten must find first, even if npm has put another one on the PATH. This
 * `tsc` does not check declarations, because it reads the types of every package in node_modules, and some of them
 * clash with TypeScript's own library.
 */
function typeScriptFolder() {
  const folder = join(build, 'tsc');
  mkdirSync(folder, { recursive: true });
  const starter = join(folder, 'tsc');
  writeFileSync(starter, `#!/bin/sh\nexec '${join(npmPrograms, 'tsc')}' --skipLibCheck "$@"\n`);
  chmodSync(starter, 0o755);
  return folder;
}

const newEnough = (version) => {
  const [major, minor, patch] = version.split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch >= OLDEST[0] * 1e6 + OLDEST[1] * 1e3 + OLDEST[2];
};

/**
 * Version of the em++ on the PATH; null if there is none. On Windows, em++ is ignored: it and the scripts that wrap
 * other programs require a shell.
 */
async function versionOnPath() {
  if (process.platform === 'win32' || !which('em++')) return null;
  const text = await run('em++', ['--version']);
  return text.match(/\d+\.\d+\.\d+/)?.[0] ?? null;
}

/**
 * Writes a starter script for each Binaryen program. Binaryen comes from Debian 13, and the script starts it with
 * Debian 13's newer libc, which is unpacked with it.
 */
function writeBinaryenStarters(folder) {
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const libraries = join(newer, 'usr/lib', triplet);
  const loader = join(
    libraries,
    readdirSync(libraries).find((name) => name.startsWith('ld-linux')),
  );
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const program of readdirSync(join(newer, 'usr/bin')).filter((name) => name.startsWith('wasm'))) {
    const starter = join(folder, 'bin', program);
    const real = join(newer, 'usr/bin', program);
    // The starter unsets LD_LIBRARY_PATH, which is meant for Debian 12's LLVM: programs that use the newer libc must
    // not inherit it.
    writeFileSync(
      starter,
      `#!/bin/sh\nunset LD_LIBRARY_PATH\nexec '${loader}' --library-path '${libraries}' '${real}' "$@"\n`,
    );
    chmodSync(starter, 0o755);
  }
}

async function makePrivateEmscripten() {
  await unpackOwn(which('python3') ? OWN : [...OWN, 'python3']);
  await unpackTrixie([...EMSCRIPTEN, ...HEADERS]);
  const binaryen = join(toolchain, 'binaryen');
  writeBinaryenStarters(binaryen);
  // Emscripten's own scripts are CommonJS. Without a package.json in .toolchain, the module type of the project's
  // package.json would apply to them.
  writeFileSync(join(toolchain, 'package.json'), '{ "private": true, "type": "commonjs" }\n');
  writeFileSync(
    join(toolchain, 'emscripten.config'),
    [
      `LLVM_ROOT = '${join(root, 'usr/lib/llvm-19/bin')}'`,
      `BINARYEN_ROOT = '${binaryen}'`,
      `NODE_JS = '${process.execPath}'`,
      'FROZEN_CACHE = True',
      '',
    ].join('\n'),
  );
}

const canBePrivate = () => isDebian12() && which('apt-get') !== null;

/** True if a new enough Emscripten is on the PATH, or if a private one can be installed. */
export async function hasEmscripten() {
  const version = await versionOnPath();
  return canBePrivate() || (version !== null && newEnough(version));
}

/**
 * Finds or installs Emscripten. Resolves with { env, prefixes }: an environment in which its programs are on the PATH,
 * and CMake's package search paths.
 */
export async function emscripten() {
  const version = await versionOnPath();
  if (version && newEnough(version)) {
    say(`using the Emscripten ${version} that is on the PATH`);
    return {
      env: { EM_NODE_JS: relaxedNode(), PATH: [typeScriptFolder(), process.env.PATH, npmPrograms].join(delimiter) },
      prefixes: [await headersPrefix()],
    };
  }
  if (version) say(`the Emscripten on the PATH is ${version}, older than ${OLDEST.join('.')}: not used`);
  if (!canBePrivate()) throw new CommandError(HOW_TO_INSTALL);
  await once(
    'emscripten',
    { OWN, EMSCRIPTEN, HEADERS, at: toolchain },
    'getting the C++ to WebAssembly toolchain into .toolchain (about 250 MB, once)',
    makePrivateEmscripten,
  );
  return {
    env: {
      EMSDK: '', // the Emscripten on the PATH is too old
      EM_CONFIG: join(toolchain, 'emscripten.config'),
      EM_NODE_JS: relaxedNode(),
      LD_LIBRARY_PATH: libraryPath(),
      PATH: [
        typeScriptFolder(),
        join(newer, 'usr/share/emscripten'),
        process.env.PATH,
        join(root, 'usr/bin'),
        npmPrograms,
      ].join(':'),
    },
    prefixes: [unpackedPrefix],
  };
}
