// The packed npm package in Node: as a module, from CommonJS, and in server-side rendering.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { application } from './setup.mjs';

const node = (...args) => execFileSync(process.execPath, args, { cwd: application, encoding: 'utf8' }).trim();

const COMPUTE = `
  const engine = await createEngine();
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]), tensor([1, 0, 0, 1], [1, 1, 2, 2]), tensor([1, 0], [1, 1, 2, 1]));
  const model = await engine.loadModel();
  console.log(output.data[0].toFixed(6), model.run('The cat sat on the mat because it was tired').decode().text);`;
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

test('the teaching aids check an exercise', () => {
  const script = `
    import { createEngine, tensor } from 'attention-spotlight';
    import { checkExercise } from 'attention-spotlight/teaching';
    const engine = await createEngine();
    const query = tensor([1, 0], [1, 1, 1, 2]);
    const key = tensor([1, 0, 0, 1], [1, 1, 2, 2]);
    const scores = (numbers) => ({ scores: tensor(numbers, [1, 1, 1, 2]) });
    const check = (numbers) => checkExercise(engine, query, key, key, scores(numbers));
    console.log(JSON.stringify([check([1, 0]), check([1, 5])]));`;
  const [right, wrong] = JSON.parse(node('--input-type=module', '-e', script));
  expect(right).toBeNull();
  expect(wrong).toMatchObject({ step: 'scores', row: 0, column: 1, expected: 0, got: 5 });
});

test('analyses take runs of the engine', () => {
  const script = `
    import { createEngine } from 'attention-spotlight';
    import { logitAttribution, logitLens } from 'attention-spotlight/analysis';
    import { stories } from 'attention-spotlight/stories';
    const engine = await createEngine();
    const model = await engine.loadPretrained(stories);
    const run = model.run('Once upon a time');
    const [{ id }] = run.candidates(run.tokens.length - 1, 1);
    const { rank } = await logitLens(run, { token: id, tokens: [run.tokens.length - 1] });
    const { total, residual } = logitAttribution(run, { token: id });
    console.log(JSON.stringify([rank.data.at(-1), Math.abs(residual) < 1e-4 * Math.abs(total)]));`;
  expect(JSON.parse(node('--input-type=module', '-e', script))).toEqual([1, true]);
});

test('a server that renders pages can import the element', () => {
  const script = `await import('attention-spotlight/element'); console.log('imported');`;
  expect(node('--input-type=module', '-e', script)).toBe('imported');
});
