// Exports from “Look inside”: images, numbers and attention weights with their metadata, and links.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accessibilityFindings, expect, FULL } from '../page.js';
import { finished, inspection, stop, STORIES, test } from './inside.js';

const WEIGHTS = STORIES[2];
const SHA = createHash('sha256').update(readFileSync(WEIGHTS)).digest('hex');
const menu = (page) => page.locator('look-inside .take');
const row = (page, name) => menu(page).locator('dd').nth(['Picture', 'Numbers', 'Attention', 'Link'].indexOf(name));

/**
 * Clicks an entry of the export menu.
 * @returns the file that the page saves
 */
async function saved(page, name, label) {
  const download = page.waitForEvent('download');
  await row(page, name).getByRole('button', { name: label, exact: true }).click();
  const file = await download;
  const bytes = readFileSync(await file.path());
  await expect(menu(page).locator('.taken')).toHaveText(`Saved as ${file.suggestedFilename()}.`);
  return { name: file.suggestedFilename(), bytes };
}

/** Name of the analysis whose result each view exports, by the name of the view. */
const EXPORTED = {
  lens: 'logitLens',
  attribution: 'logitAttribution',
  knockOut: 'knockOut',
  heads: 'headScores',
  score: 'scoreAttribution',
  patching: 'patchActivations',
  contribution: 'contributions',
  paths: 'pathAttribution',
};

for (const [view, analysis] of Object.entries(EXPORTED)) {
  const title = `numbers and picture of the view ${view} say what they are of`;
  test(title, ['lens', 'patching'].includes(view) ? {} : FULL, async ({ page, inside, complaints }) => {
    void complaints;
    await inside(`inside=${view}&model=stories`);
    await finished(page, view);
    await menu(page).locator('summary').click();
    const json = await saved(page, 'Numbers', 'JSON');
    expect(json.name).toBe(`stories-${view}.json`);
    const { about, values } = JSON.parse(json.bytes);
    expect(about).toMatchObject({ analysis, precision: 'stored', model: { name: 'stories', family: 'llama' } });
    expect(about.definition).not.toBe('');
    expect(about.model.files[0]).toMatchObject({ kind: 'weights', name: 'model.safetensors', sha256: SHA });
    expect(Object.keys(values).sort()).toEqual(Object.keys(about.tensors).sort());
    const csv = await saved(page, 'Numbers', 'CSV');
    expect(csv.bytes.toString()).toMatch(/^\ufeffabout,/);
    const npz = await saved(page, 'Numbers', 'NPZ');
    expect(npz.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

    const svg = await saved(page, 'Picture', 'SVG');
    const text = svg.bytes.toString();
    const { problem, shown, known, bare } = await page.evaluate((file) => {
      const read = new DOMParser().parseFromString(file, 'image/svg+xml');
      const of = (name) => [...read.querySelectorAll(name)].map(({ textContent }) => textContent);
      const bare = read.querySelectorAll(':is(rect, path, circle, text):not([fill]):not(clipPath > *)').length;
      return { problem: of('parsererror'), shown: of('text').join(' '), known: JSON.parse(of('metadata')[0]), bare };
    }, text);
    expect(problem).toEqual([]);
    expect(bare).toBe(0); // without a style sheet, this would be black
    expect(shown).toContain(await page.locator('look-inside .view h2').textContent());
    expect(shown).toContain(SHA);
    expect(known).toMatchObject({ view, model: { name: 'stories', precision: 'stored', sha256: SHA } });
    expect(text).not.toContain('class=');
    const png = await saved(page, 'Picture', 'PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(await drawnColors(page, png.bytes)).toBeGreaterThan(8);
  });
}

/** Number of colors in a PNG image; 1 if the browser draws it as an empty picture. */
const drawnColors = (page, bytes) =>
  page.evaluate(async (file) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${file}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  }, bytes.toString('base64'));

test('exports of a model with interventions say so', async ({ page, inside }) => {
  await inside('inside=attribution&model=stories&interventions=off.decoder.4.4_blocked.decoder.3.2.15.7');
  await finished(page, 'attribution');
  await menu(page).locator('summary').click();
  const { about } = JSON.parse((await saved(page, 'Numbers', 'JSON')).bytes);
  expect(about.intervention).toEqual({
    ablateHeads: [{ attention: 'decoder', layer: 4, head: 4 }],
    replace: [
      {
        activation: 'decoder.3.masked',
        heads: [2],
        queries: [15],
        keys: [7],
        with: { data: ['-Infinity'], shape: [1, 1, 1] },
      },
    ],
  });
  const svg = (await saved(page, 'Picture', 'SVG')).bytes.toString();
  expect(svg).toContain('With interventions: layer 5, head 5: off; layer 4, head 3: “and” to “M” blocked.');
});

test('numbers are those of the screen, and a view that is not computed has none', async ({ page, inside }) => {
  await inside('inside=attribution&model=stories');
  await finished(page, 'attribution');
  await menu(page).locator('summary').click();
  const { values } = JSON.parse((await saved(page, 'Numbers', 'JSON')).bytes);
  const total = await inspection(page, ({ attribution }) => attribution.value.total);
  expect(values.total).toBeCloseTo(total, 5);
  await page.locator('look-inside .views').getByRole('button', { name: 'Knock-out' }).click();
  await stop(page);
  await page.evaluate(() => {
    const { inspection: each } = document.querySelector('look-inside');
    each.results.knockOut.reset();
    document.querySelector('look-inside').requestUpdate();
  });
  await menu(page).locator('summary').click();
  await expect(row(page, 'Numbers').getByRole('button', { name: 'JSON' })).toBeDisabled();
  await expect(row(page, 'Attention').getByRole('button', { name: 'NPZ' })).toBeEnabled();
});

test('the attention of all layers as npz and safetensors', async ({ page, inside, complaints }) => {
  void complaints;
  await inside();
  await menu(page).locator('summary').click();
  expect(await accessibilityFindings(page)).toEqual([]);
  const { bytes, name } = await saved(page, 'Attention', 'safetensors');
  expect(name).toBe('stories-attention.safetensors');
  const end = 8 + Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata, ...tensors } = JSON.parse(bytes.subarray(8, end));
  const count = await inspection(page, ({ answer }) => answer.value.tokens.length);
  expect(tensors['weights.decoder'].shape).toEqual([5, 8, count, count]);
  expect(JSON.parse(metadata.about).model.files[0].sha256).toBe(SHA);
  const weights = new Float32Array(bytes.buffer.slice(bytes.byteOffset + end, bytes.byteOffset + end + 4 * count));
  expect(weights.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 5);
  expect((await saved(page, 'Attention', 'NPZ')).bytes.includes('weights.decoder.npy')).toBe(true);
});

async function copied(page, context) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  if (!(await menu(page).getByRole('button', { name: 'Copy the link' }).isVisible()))
    await menu(page).locator('summary').click();
  await row(page, 'Link').getByRole('button').click();
  await expect(menu(page).locator('.taken')).toHaveText('The link is copied.');
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a link opens what is shown', async ({ page, inside, context }) => {
  await inside('inside=lens&model=stories&lang=zh&text=Tom+has+a&position=2');
  await page.locator('look-inside .views').getByRole('button').nth(1).click();
  await finished(page, 'attribution');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await menu(page).locator('summary').click();
  await row(page, 'Link').getByRole('button').click();
  await expect(menu(page).locator('.taken')).toHaveText('链接已复制。');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const state = await inspection(page, (each) => each.state);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator('look-inside .ask .token')).toBeVisible();
  await finished(other, 'attribution');
  expect(await inspection(other, (each) => each.state)).toEqual(state);
  expect(new URL(link).searchParams.get('lang')).toBe('zh');
});

test('a text that is too long for a link is refused', async ({ page, inside }) => {
  await inside();
  await page.locator('look-inside .ask .text').fill('a '.repeat(501));
  await menu(page).locator('summary').click();
  await expect(row(page, 'Link').getByRole('button')).toBeDisabled();
  await expect(menu(page)).toContainText('This text is too long for a link.');
});

test('a link to a dropped model asks for its file, and says when another one is given', async ({
  page,
  inside,
  context,
}) => {
  await inside('inside');
  await page.locator('look-inside input[type=file]').first().setInputFiles(STORIES);
  await page.locator('look-inside .ask .text').fill('Once upon a');
  await expect(page.locator('look-inside .ask .token')).toContainText('time');
  const link = await copied(page, context);
  expect(new URL(link).searchParams.get('sha256')).toBe(SHA.slice(0, 16));
  await expect(page).toHaveURL(/sha256=/);

  const other = await context.newPage();
  await other.goto(link);
  const { start, note, token, input } = {
    start: other.locator('look-inside .start [role=status]'),
    note: other.locator('look-inside .linked'),
    token: other.locator('look-inside .ask .token'),
    input: other.locator('look-inside input[type=file]').first(),
  };
  await expect(start).toContainText(
    `“model”, a model of somebody’s own whose file has a SHA-256 of ${SHA.slice(0, 16)}…`,
  );
  const changed = readFileSync(WEIGHTS);
  changed[changed.length - 1] ^= 1;
  const files = STORIES.slice(0, 2).map((path) => ({
    name: path.split('/').at(-1),
    mimeType: 'application/json',
    buffer: readFileSync(path),
  }));
  await input.setInputFiles([...files, { name: 'mine.safetensors', mimeType: '', buffer: changed }]);
  await expect(note).toHaveText(/^This is not the file of the link to “model”: the SHA-256 of “mine” is another one/);
  await expect(token).toBeVisible(); // the question is still shown
  await expect(other.locator('look-inside .ask .text')).toHaveValue('Once upon a');
  // After the model is closed, the link still requires the user's own model file, since a link cannot contain it.
  await other.getByRole('button', { name: 'Close' }).click();
  await expect(start).toContainText('This link is about “model”');
  await input.setInputFiles(STORIES);
  await expect(note).toHaveText('This is the file of the link: its SHA-256 is the same.');
  await expect(token).toContainText('time');
});
