// The engine in workerd, the runtime of Cloudflare Workers, where WebAssembly is imported: as `wrangler dev` runs it,
// and as `wrangler deploy` would upload it.
import { expect, test } from '@playwright/test';
import { develop, install, remove, runScript } from './application.mjs';

let folder;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  folder = await install('workerd');
});
test.afterAll(() => remove(folder));

async function expectWeights({ url, close }) {
  try {
    const weights = await (await fetch(url)).json();
    expect(weights.slice(0, 3).map((weight) => weight.toFixed(3))).toEqual(['0.401', '0.198', '0.401']);
  } finally {
    close();
  }
}

test('workerd: types', () => runScript(folder, 'check'));

test('workerd: development server', async () => expectWeights(await develop(folder)));

test('workerd: build', async () => {
  await runScript(folder, 'build');
  await expectWeights(await develop(folder, 'preview'));
});
