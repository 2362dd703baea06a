// npm run test:inside: opens three models in "Look inside", the page's view of a language model's internals, in
// Chromium, and compares the displayed values with those of transformers in double precision: logit lens, attribution,
// effects of knocked-out heads, and rows of attention weights. PYTHON is the path of a Python with torch, transformers,
// tokenizers and safetensors, from PyPI.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildAll } from '../build.mjs';
import { build, project } from '../paths.mjs';
import { command, CommandError, isProgram, run, step } from '../say.mjs';
import { browser } from '../toolchain/browser.mjs';
import { hasTransformers, python } from './transformers.mjs';
import { serve } from '../../tests/serve.mjs';

const folder = join(build, 'inside');
/**
 * Maximum deviation from the reference values for each view of “Look inside”. The page computes probabilities, logits
 * and weights in float32.
 */
const TOLERANCES = { lens: 2e-6, attribution: 2e-5, knockOut: 5e-5, rows: 5e-6 };

/** Values that “Look inside” shows for a model: those that its views draw as well as those that they print. */
async function shownOf(page, name, { text, question, rows }) {
  const files = readdirSync(join(folder, name)).filter((file) => file !== 'expected.json');
  await page.goto('?inside=attribution');
  const chosen = files.map((file) => join(folder, name, file));
  await page.locator('look-inside input[type=file]').first().setInputFiles(chosen);
  await page.locator('look-inside .ask').waitFor();
  return page.evaluate(
    async ({ text, question, layers, heads }) => {
      const { inspection, shadowRoot } = document.querySelector('look-inside');
      const { answer, results } = inspection;
      // The model is opened again in float32: the story model's file is int8, whose kernels also round activations.
      const { source, name } = inspection.opened;
      await inspection.open(source, { name, precision: 'float32' });
      const { attention } = inspection.heads[0];
      const frame = () => new Promise((next) => setTimeout(next, 50));
      /** Sets the state of “Look inside”, and waits until the named results are shown. */
      const until = async (state, names) => {
        inspection.set(state);
        const isDone = (name) => results[name]?.status === 'done';
        while (answer.status !== 'done' || !names.every(isDone)) {
          const failed = [answer, ...names.map((name) => results[name])].find((task) => task?.status === 'failed');
          if (failed) throw new Error(failed.error);
          await frame();
        }
      };
      const isMasked = inspection.opened.facts.predicts === 'masked';
      const at = (layer, head) => ({ attention, layer, head });
      await until({ text, ...question, head: at(0, 0) }, isMasked ? [] : ['attribution']);
      const { tokens, prediction } = answer.value;
      const found = { ids: tokens.map(({ id }) => id), difference: prediction.token.logit - prediction.against.logit };
      await until({ view: 'lens' }, ['lens']);
      found.lens = results.lens.value.followed.map(({ token, against }) => [token, against]);
      await until({ view: 'knockOut', kind: 'zero' }, ['knockOut']);
      const { heads: ofHeads, feedForward } = results.knockOut.value.effects;
      const matrix = ({ data }) =>
        Array.from({ length: layers }, (_, layer) => [...data.subarray(layer * heads, (layer + 1) * heads)]);
      found.knockOut = { heads: matrix(ofHeads[attention]), feedForward: [...feedForward[attention].data] };
      if (!isMasked) found.attribution = matrix(results.attribution.value.heads[attention]);
      found.rows = [];
      found.printed = [];
      for (let layer = 0; layer < layers; ++layer) {
        found.rows.push([]);
        for (let head = 0; head < heads; ++head) {
          await until({ head: at(layer, head) }, ['row']);
          found.rows[layer].push([...results.row.value]);
        }
        await frame();
        const numbers = [...shadowRoot.querySelectorAll('.detail .numbers dd')].map(({ textContent }) =>
          textContent.trim(),
        );
        found.printed.push({ head: heads - 1, direct: numbers[0], total: numbers[1] });
      }
      return found;
    },
    { text, question, layers: rows.length, heads: rows[0].length },
  );
}

const flat = (value) => (typeof value === 'number' ? [value] : Object.values(value).flatMap(flat));

/** Maximum absolute difference of the numbers in two nested lists of the same shape. */
function errorOf(shown, expected) {
  const [one, other] = [flat(shown), flat(expected)];
  if (one.length !== other.length) throw new CommandError(`expected ${other.length} numbers, got ${one.length}`);
  return Math.max(...one.map((each, at) => Math.abs(each - other[at])));
}

/**
 * Messages about printed values that differ from the reference: the direct and the total effect of a head of each
 * layer, which “Look inside” prints with two decimals.
 */
const misprints = ({ printed }, { attribution, knockOut }) =>
  printed.flatMap(({ head, direct, total }, layer) => {
    const isSame = (text, value) => Math.abs(Number(text.replace('−', '-')) - value) <= 0.0051;
    const faults = isSame(total, knockOut.heads[layer][head])
      ? []
      : [`printed ${total}, expected ${knockOut.heads[layer][head]}`];
    if (attribution && !isSame(direct, attribution[layer][head]))
      faults.push(`printed ${direct}, expected ${attribution[layer][head]}`);
    return faults;
  });

async function compare({ show }) {
  const { headless, env } = await browser();
  const { origin, close } = await serve({ '/': join(build, 'page') });
  const { chromium } = await import('@playwright/test');
  const chrome = await chromium.launch({
    executablePath: headless,
    env: { ...process.env, ...env },
    args: ['--no-sandbox'],
  });
  const faults = [];
  let worst = 0;
  try {
    for (const name of ['stories', 'gpt2', 'bert']) {
      const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8'));
      const page = await chrome.newPage({ baseURL: `${origin}/` });
      const shown = await shownOf(page, name, expected);
      await page.close();
      if (shown.ids.join() !== expected.ids.join())
        faults.push(`${name}: tokens ${shown.ids}, expected ${expected.ids}`);
      const errors = Object.keys(TOLERANCES)
        .filter((view) => expected[view])
        .map((view) => [view, errorOf(shown[view], expected[view])]);
      if (show)
        console.log(
          `${name.padEnd(8)} ${errors.map(([view, error]) => `${view} ${error.toExponential(1)}`).join('; ')}`,
        );
      worst = Math.max(worst, ...errors.map(([, error]) => error));
      faults.push(
        ...errors
          .filter(([view, error]) => !(error <= TOLERANCES[view]))
          .map(([view, error]) => `${name}, ${view}: ${error}`),
      );
      faults.push(...misprints(shown, expected).map((fault) => `${name}: ${fault}`));
    }
  } finally {
    await chrome.close();
    close();
  }
  if (faults.length > 0) throw new CommandError(`"Look inside" differs from transformers: ${faults.join('; ')}`);
  return worst;
}

/** Runs the whole test. Resolves with a summary line that tells what was compared, or why the test was skipped. */
export async function testInside({ show = false } = {}) {
  if (!(await hasTransformers(['tokenizers'])))
    return 'left out: PYTHON names no Python that has torch, transformers, tokenizers and safetensors';
  const script = join(project, 'tests/fixtures/make_inside.py');
  await step('creating three models and running transformers', () =>
    run(python, [script, folder], { env: { HF_HUB_OFFLINE: '1' } }),
  );
  const worst = await step('comparing what "Look inside" shows', () => compare({ show }));
  return `three models, at most ${worst.toExponential(1)} from transformers`;
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await buildAll();
    console.log(await testInside({ show: true }));
  });
}
