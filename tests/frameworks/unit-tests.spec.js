// The package in its users' unit tests: with Vitest and Jest, in Node and in the simulated DOMs that these offer.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const here = import.meta.dirname;
const folder = join(here, 'unit-tests');
const bin = (name) => join(here, 'node_modules/.bin', name);

/** Runs a program, checks that it succeeds, and returns everything that it prints. */
async function run(program, args, env = {}) {
  const result = await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, CI: '1', ...env } })
    .then(({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }))
    .catch(({ stdout, stderr }) => ({ ok: false, text: stdout + stderr }));
  expect(result.ok, result.text).toBe(true);
  return result.text;
}

for (const [environment, file] of [
  ['node', 'engine'],
  ['jsdom', 'tag'],
  ['happy-dom', 'tag'],
  ['jsdom', 'inline'],
  ['happy-dom', 'inline'],
]) {
  test(`Vitest, ${environment}: ${file}`, async () => {
    const text = await run(bin('vitest'), [
      'run',
      '--globals',
      '--environment',
      environment,
      '--testTimeout',
      '60000',
      '--root',
      '.',
      file,
    ]);
    expect(text).not.toMatch(/Unhandled|Not implemented/);
  });
}

for (const [environment, file] of [
  ['node', 'engine'],
  ['jsdom', 'tag'],
  ['jsdom', 'inline'],
]) {
  test(`Jest, ${environment}: ${file}`, async () => {
    const options = [
      '--env',
      environment,
      '--rootDir',
      '.',
      '--transform',
      '{}',
      '--testMatch',
      '**/*.test.js',
      '--testTimeout',
      '60000',
      file,
    ];
    const text = await run(bin('jest'), options, { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' });
    expect(text).not.toMatch(/Not implemented/);
  });
}
