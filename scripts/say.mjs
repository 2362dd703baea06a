// Console output of the project's commands: one line when a step starts, and one line when it ends.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

const elapsed = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export function say(line) {
  console.log(`spotlight: ${line}`);
}

/** Runs `work` as one step of a command, and prints its title and duration. */
export async function step(title, work) {
  const since = performance.now();
  say(`${title} …`);
  const result = await work();
  say(`${title}: done in ${elapsed(since)}`);
  return result;
}

/**
 * Error for which the environment is responsible, such as a missing tool or a failed command. It is reported without a
 * stack trace.
 */
export class CommandError extends Error {}

/**
 * Program and arguments that start a command. On Windows, npm and npx are shell scripts, and Node runs their programs
 * directly.
 */
export function startOf(command, args, { platform = process.platform, npm = process.env.npm_execpath } = {}) {
  if (platform !== 'win32' || !['npm', 'npx'].includes(command)) return [command, args];
  if (!npm) throw new CommandError('on Windows, please start this by `npm run`, so that it knows where npm is');
  return [process.execPath, [join(dirname(npm), `${command}-cli.js`), ...args]];
}

/**
 * Runs a command. Its output is buffered and shown only on failure; with `show` it is passed on immediately, with
 * `quiet` it is never shown. Resolves with the standard output, or with all output if `all` is true.
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

/** True if Node was started with this file as its program, directly or through a symbolic link. */
export const isProgram = (file, started = process.argv[1] ?? '') =>
  existsSync(started) && realpathSync(started) === file;

/** Runs the main function of a command. A CommandError is printed as one line, and the exit code is then 1. */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`spotlight: ${error.message}`);
    process.exitCode = 1;
  }
}
