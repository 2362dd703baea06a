// Debian packages, unpacked into .toolchain without installation. This requires no root privileges and leaves the
// system, in particular its libc, unchanged. There are two private apt folders, one with the system's package sources
// and one with those of Debian 13, which have the same URI and another suite.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newer, root, sysroot, toolchain } from '../paths.mjs';
import { CommandError, run } from '../say.mjs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export function osRelease() {
  if (!existsSync('/etc/os-release')) return {};
  const lines = readFileSync('/etc/os-release', 'utf8').matchAll(/^(\w+)="?([^"\n]*)"?$/gm);
  return Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]));
}

export const isDebian12 = () => osRelease().ID === 'debian' && osRelease().VERSION_ID === '12';

/** Package sources of the running Debian, including security updates: [{ uri, suite }]. */
async function systemSources() {
  const targets = await run('apt-get', [
    'indextargets',
    '--format',
    '$(SITE)\t$(RELEASE)\t$(ORIGIN)\t$(CODENAME)',
    'Created-By: Packages',
  ]);
  const sources = targets
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , , codename]) => codename?.startsWith('bookworm'))
    .map(([uri, suite]) => ({ uri, suite }));
  if (sources.length > 0) return sources;
  throw new CommandError("no Debian source found among the system's apt sources: run 'apt-get update' once");
}

/**
 * Creates a private apt folder with the given package sources and downloads their package lists. Resolves with {
 * folder, env }: the folder, and the environment in which apt uses it.
 */
async function aptFolder(name, sources, status = '/var/lib/dpkg/status') {
  const folder = join(toolchain, 'apt', name);
  const config = join(folder, 'apt.conf');
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'parts', 'preferences']) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  writeFileSync(
    join(folder, 'sources.list'),
    sources.map(({ uri, suite }) => `deb [signed-by=${KEYRING}] ${uri} ${suite} main\n`).join(''),
  );
  writeFileSync(
    config,
    [
      `Dir::State "${folder}/state";`,
      `Dir::State::status "${status}";`,
      `Dir::Cache "${folder}/cache";`,
      `Dir::Etc::SourceList "${folder}/sources.list";`,
      `Dir::Etc::SourceParts "${folder}/parts";`,
      `Dir::Etc::Preferences "${folder}/preferences/none";`,
      `Dir::Etc::PreferencesParts "${folder}/preferences";`,
      'APT::Sandbox::User "root";',
      'APT::Install-Recommends "false";',
      'Acquire::Languages "none";',
      'Acquire::Retries "3";',
      'Debug::NoLocking "true";', // nothing is installed, so dpkg's lock is not needed
      '',
    ].join('\n'),
  );
  const env = { APT_CONFIG: config, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  return { folder, env };
}

async function unpack(folder, target) {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(folder, name), target]);
    rmSync(join(folder, name));
  }
}

let last = Promise.resolve();

/** Runs functions one after another, because they share the private apt folders. */
const inTurn = (work) => (last = last.catch(() => undefined).then(work));

/** Unpacks packages of the running Debian under .toolchain/root, with those dependencies that the system lacks. */
export const unpackOwn = (packages) =>
  inTurn(async () => {
    const { folder, env } = await aptFolder('own', await systemSources());
    await run('apt-get', ['install', '--download-only', '--reinstall', '-y', '-q', ...packages], { env });
    await unpack(join(folder, 'cache/archives'), root);
  });

/**
 * Unpacks the named packages under `target`, without dependencies, regardless of which packages the system has
 * installed.
 */
const unpackExactly = (packages, name, sources, target) =>
  inTurn(async () => {
    const { folder, env } = await aptFolder(name, sources, '/dev/null');
    const archives = join(folder, 'cache/archives');
    await run('apt-get', ['download', '-q', ...packages], { env, cwd: archives });
    await unpack(archives, target);
  });

export async function unpackTrixie(packages) {
  const [{ uri }] = (await systemSources()).filter(({ suite }) => suite === 'bookworm');
  await unpackExactly(packages, 'trixie', [{ uri, suite: 'trixie' }], newer);
}

/**
 * Unpacks packages with the headers and libraries that compiling on the running Debian needs, under .toolchain/sysroot.
 * They are separate from other packages, because programs must find the system's own libc at run time.
 */
export const unpackSysroot = async (packages) => unpackExactly(packages, 'sysroot', await systemSources(), sysroot);

const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
const LIBRARY_FOLDERS = [
  `usr/lib/${triplet}`,
  `usr/lib/${triplet}/pulseaudio`,
  `lib/${triplet}`,
  'usr/lib/llvm-19/lib',
];

/** Folders of shared libraries in the packages under .toolchain/root, in the form of LD_LIBRARY_PATH. */
export const libraryPath = () => LIBRARY_FOLDERS.map((path) => join(root, path)).join(':');
