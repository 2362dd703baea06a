// The packed package in Node: as a module, through require, and where a server renders pages.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { application } from './setup.mjs';

const node = (...told) => execFileSync(process.execPath, told, { cwd: application, encoding: 'utf8' }).trim();

const COMPUTE = `
  const engine = await createEngine();
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]), tensor([1, 0, 0, 1], [1, 1, 2, 2]), tensor([1, 0], [1, 1, 2, 1]));
  const model = await engine.loadModel();
  console.log(output.data[0].toFixed(6), model.run('The cat sat on the mat because it was tired').target.text);`;
const EXPECTED = /^0\.66976\d .*猫/;

test('as a module', () => {
  expect(
    node('--input-type=module', '-e', `import { createEngine, tensor } from 'attention-spotlight';${COMPUTE}`),
  ).toMatch(EXPECTED);
});

test('from CommonJS, by import()', () => {
  const script = `import('attention-spotlight').then(async ({ createEngine, tensor }) => {${COMPUTE}})`;
  expect(node('--input-type=commonjs', '-e', script)).toMatch(EXPECTED);
});

test('a server that renders pages can import the element', () => {
  const script = `await import('attention-spotlight/element'); console.log('no window was needed');`;
  expect(node('--input-type=module', '-e', script)).toBe('no window was needed');
});
