// What the commands print while they work: one line when a step begins, one when it ends.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

const elapsed = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export function say(line) {
  console.log(`spotlight: ${line}`);
}

/** Runs `work`, says what it is, and says how long it took. */
export async function step(title, work) {
  const since = performance.now();
  say(`${title} …`);
  const result = await work();
  say(`${title}: done in ${elapsed(since)}`);
  return result;
}

/** An error of the environment (a missing tool, a failed command), which is reported without a stack. */
export class CommandError extends Error {}

/**
 * How a command is started. On Windows npm and npx are scripts of the command line, which a shell would have to start: the
 * programs in JavaScript that they stand for need none.
 */
export function startOf(command, args, { platform = process.platform, npm = process.env.npm_execpath } = {}) {
  if (platform !== 'win32' || !['npm', 'npx'].includes(command)) return [command, args];
  if (!npm) throw new CommandError('on Windows, please start this by `npm run`, so that it knows where npm is');
  return [process.execPath, [join(dirname(npm), `${command}-cli.js`), ...args]];
}

/**
 * Runs a command to its end and resolves with what it wrote to standard output; with `all`, to standard error too.
 * By default its output is kept and shown only if it fails; `show` passes it through as it comes, `quiet` never shows it.
 */
export function run(command, args, { show = false, quiet = false, all = false, cwd, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(...startOf(command, args), {
      cwd,
      env: env ? { ...process.env, ...env } : process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let everything = '';
    const take = (stream, target) =>
      stream.setEncoding('utf8').on('data', (text) => {
        everything += text;
        if (stream === child.stdout) output += text;
        if (show) target.write(text);
      });
    take(child.stdout, process.stdout);
    take(child.stderr, process.stderr);
    child.on('error', (error) => reject(new CommandError(`${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(all ? everything : output);
      if (!show && !quiet) process.stderr.write(everything);
      reject(new CommandError(`${command} ${args.join(' ')} ended with ${signal ?? `code ${code}`}`));
    });
  });
}

/** Whether a script is the one that Node was started with, be it by a path that is a link or goes through one. */
export const isProgram = (file, started = process.argv[1] ?? '') =>
  existsSync(started) && realpathSync(started) === file;

/** Runs a command's `main` and turns a CommandError into one plain line and exit code 1. */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`spotlight: ${error.message}`);
    process.exitCode = 1;
  }
}
