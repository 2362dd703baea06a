// Exports contain what the element shows.
import { readFile } from 'node:fs/promises';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { expect, FULL, PRONOUNS_RIGHT, setState, stateOf, test } from './page.js';

const EVIL = '<img src=x onerror=alert(1)> & "quotes" \'too\' =1+1';

async function saved(page, name) {
  if (!(await page.locator('[part=export]').evaluate(({ open }) => open)))
    await page.getByText('Export', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/**
 * Parses a table in a text file as a spreadsheet does: quoted fields may contain separators, line ends and doubled
 * quotes.
 */
function fieldsOf(text, separator, newline) {
  const rows = [['']];
  let quoted = false;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at++) {
    const row = rows.at(-1);
    if (quoted && text.startsWith('""', at)) row[row.length - 1] += text[at++];
    else if (text[at] === '"' && (quoted || row.at(-1) === '')) quoted = !quoted;
    else if (!quoted && text[at] === separator) row.push('');
    else if (!quoted && text.startsWith(newline, at)) {
      rows.push(['']);
      at += newline.length - 1;
    } else row[row.length - 1] += text[at];
  }
  return rows.at(-1).join('') === '' ? rows.slice(0, -1) : rows;
}

test('a picture of all heads names each, its measure, and the text', async ({ page, open }) => {
  await open('view=heads&lang=en');
  const { content } = await saved(page, 'SVG');
  const texts = await page.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent);
  }, content.toString());
  expect(texts).toEqual(
    expect.arrayContaining(['1.1', '4.1', 'pronouns', `67–${PRONOUNS_RIGHT}%`, 'syntax', 'Rollout 1–4']),
  );
  expect(texts).toContain('The cat sat on the mat because it was tired');
  expect(texts.join(' ')).toContain('Rows are queries, columns are keys. Layers and heads count from 1.');
});

test('a picture of the arcs names the head, says what it attends to, and what its numbers are', async ({
  page,
  open,
}) => {
  await open('view=sentence&lang=en&controls=all');
  const { content } = await saved(page, 'SVG');
  const texts = await page.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent).join(' ');
  }, content.toString());
  expect(texts).toContain('layer 4, head 1: pronouns');
  expect(texts).toMatch(/“it” attends most to “cat” \(9\d%\)/);
  expect(texts).toContain('Every number was computed from the text above.');
});

test('a PNG of the scene has two pixels per CSS pixel, or the requested number', async ({ page, open }) => {
  await open('view=ledger&stage=softmax&progress=1');
  const { name, content } = await saved(page, 'PNG');
  expect(name).toBe('spotlight.png');
  expect([...content.subarray(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)));
  const { width } = await page.locator('canvas').boundingBox();
  expect(content.readUInt32BE(16)).toBe(Math.round(width * 2));
  for (const ratio of [1, 4]) {
    await page.getByLabel('Picture').selectOption(`${ratio}×`);
    expect((await saved(page, 'PNG')).content.readUInt32BE(16)).toBe(Math.round(width * ratio));
  }
});

function readSafetensors(file) {
  const length = Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...entries } = JSON.parse(file.subarray(8, 8 + length));
  const tensors = Object.entries(entries).map(
    ([
      name,
      {
        dtype,
        shape,
        data_offsets: [from, to],
      },
    ]) => {
      const bytes = file.subarray(8 + length + from, 8 + length + to);
      return [
        name,
        { dtype, shape, data: Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at)) },
      ];
    },
  );
  return { metadata, ...Object.fromEntries(tensors) };
}

test('all heads as JSON, CSV and safetensors', async ({ page, open }) => {
  await open('view=heads&text=I love Beijing&lang=en');
  const expected = await page.evaluate(() => {
    const { run } = document.querySelector('attention-spotlight');
    return Array.from({ length: run.layers.encoder }, (_, layer) => [...run.attention('encoder', layer).data]);
  });
  const one = readSafetensors((await saved(page, 'safetensors')).content);
  expect(one.query).toMatchObject({ dtype: 'F32', shape: [3, 24] });
  expect(one.weights.shape).toEqual([3, 3]);
  await page.getByLabel('Numbers of').selectOption('all heads');
  const { metadata, weights } = readSafetensors((await saved(page, 'safetensors')).content);
  expect(weights).toEqual({ dtype: 'F32', shape: [4, 4, 3, 3], data: expected.flat() });
  expect(metadata).toMatchObject({ text: 'I love Beijing', query_tokens: '["I","love","Beijing"]' });
  const json = JSON.parse((await saved(page, 'JSON')).content);
  expect(json.weights.flat(3)).toEqual(expected.flat());
  const rows = fieldsOf((await saved(page, 'CSV')).content.toString(), ',', '\r\n').slice(1);
  expect(rows.map((row) => Number(row[6]))).toEqual(expected.flat());
  expect(rows[9 * 5 + 4]).toEqual(['1', '1', '1', 'love', '1', 'love', String(expected[1][9 + 4]), '', 'default']);
});

test('exported numbers state their indexing, model and interventions', async ({ page, open }) => {
  await open('view=matrix&text=I love Beijing&lang=en&attention=encoder&layer=0&head=3&query=2');
  const csv = async () => fieldsOf((await saved(page, 'CSV')).content.toString().replace('\ufeff', ''), ',', '\r\n');
  expect((await csv())[0][0]).toBe('attention=encoder layer_from_0=0 head_from_0=3 model=default');
  await page.getByRole('button', { name: 'Switch off this head' }).click();
  const interventions = { ablate: 'encoder.0.3', scope: 'head' };
  const json = async () => JSON.parse((await saved(page, 'JSON')).content);
  const metadata = async () => readSafetensors((await saved(page, 'safetensors')).content).metadata;
  const counting =
    'Layers, heads and tokens count from 0: layer 0, head 0 is “layer 1, head 1” on the screen and in captions.';
  expect((await csv())[0][0]).toContain(' ablate=encoder.0.3');
  const one = await json();
  expect(one).toMatchObject({ model: 'default', layer: 0, head: 3, queryIndex: 2, interventions });
  expect(one.about).toContain(counting);
  expect(JSON.parse((await metadata()).interventions)).toEqual(interventions);
  await page.getByLabel('Numbers of').selectOption('all heads');
  const all = await json();
  expect(all).toMatchObject({ model: 'default', captions: ['Encoder, All heads'], interventions });
  expect(all.about).toContain(counting);
  expect(await metadata()).toMatchObject({ about: counting, model: 'default', captions: 'Encoder, All heads' });
  const [header, row] = await csv();
  expect(header.slice(0, 3)).toEqual(['layer_from_0', 'head_from_0', 'query_from_0']);
  expect(row.slice(-2)).toEqual(['ablate=encoder.0.3 scope=head', 'default']);
});

test('an SVG of any view is well-formed and contains the text as text', async ({ page, open }) => {
  await open(`stage=softmax&progress=1&text=${encodeURIComponent(EVIL)}`);
  const contents = new Set();
  for (const view of VIEW_NAMES) {
    await setState(page, { view });
    const { content } = await saved(page, 'SVG');
    contents.add(content.toString());
    const [error, images, texts] = await page.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
      const count = (selector) => parsed.querySelectorAll(selector).length;
      return [parsed.querySelector('parsererror')?.textContent ?? null, count('img, script, image'), count('text')];
    }, content.toString());
    expect(error, view).toBeNull();
    expect(images, view).toBe(0);
    expect(texts, view).toBeGreaterThan(4);
  }
  expect(contents.size).toBe(5); // the view of numbers exports the steps
});

test('a Chinese HTML page has Chinese punctuation', async ({ page, open }) => {
  await open('lang=zh&view=matrix&attention=encoder&layer=3&head=0');
  await page.getByText('导出', { exact: true }).click();
  const html = (await saved(page, 'HTML 网页')).content.toString();
  expect(html).toContain('<p>编码器，第 4 层第 1 头：指代</p>');
  const text = html.replace(/<style>.*<\/style>|<svg.*<\/svg>|<[^>]*>/gs, '');
  expect(text).not.toMatch(/\p{Script=Han}[,;:?]/u);
  expect(html).toMatch(/:lang\(zh\) body \{ font-family: "PingFang SC"/); // this font has full-width quotation marks
});

test('the HTML page shows the same and loads no other file', async ({ page, open, context }) => {
  await open(`stage=softmax&progress=1&text=${encodeURIComponent(EVIL)}`);
  const { content } = await saved(page, 'HTML page');
  const other = await context.newPage();
  const requested = [];
  other.on('request', (request) => requested.push(request.url()));
  other.on('dialog', () => requested.push('a dialog'));
  await other.setContent(content.toString());
  await expect(other.getByRole('heading', { name: EVIL })).toBeVisible();
  await expect(other.locator('svg')).toBeVisible();
  expect(await other.locator('img').count()).toBe(0);
  expect(requested).toEqual([]);
});

test('JSON and CSV contain the displayed numbers', async ({ page, open }) => {
  await open(`stage=softmax&progress=1&causal=on&text=${encodeURIComponent('=1 "two", three')}`);
  const shown = await page.evaluate(() => [...document.querySelector('attention-spotlight').trace.weights.data]);
  const json = JSON.parse((await saved(page, 'JSON')).content);
  expect(json.weights.flat()).toEqual(shown);
  expect(json.masked[0][1]).toBeNull();
  expect(json.queryTokens).toHaveLength(json.weights.length);
  const csv = (await saved(page, 'CSV')).content.toString();
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(json.queryTokens.length + 1);
  expect(csv).not.toMatch(/(^|[,\n])"?=/); // no spreadsheet would interpret a cell as a formula
  expect(lines[1].split(',').slice(-json.queryTokens.length).map(Number)).toEqual(json.weights[0]);
});

test('no token becomes a formula, in the file and in the copied table, and numbers stay numbers', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('view=numbers&stage=mask&progress=1&causal=on&lang=en&text=%3D1%2B1 - %2B @a “b');
  await page.getByRole('button', { name: 'Copy table' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("'=");
  const rows = (await copied()).split('\n').map((row) => row.split('\t'));
  const shown = await page.evaluate(() => [...document.querySelector('attention-spotlight').trace.masked.data]);
  const numbers = rows.slice(1).flatMap((row) => row.slice(1));
  expect(numbers.map((text) => (text === '−∞' ? -Infinity : Number(text)))).toEqual(shown);
  for (const cell of [...rows[0], ...rows.map(([token]) => token)]) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);

  // Tokens of external attention may contain any character: the beginning of a formula, the separator of the cells, a
  // line break, quotes.
  const tokens = ['=cmd()', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', 'a\tb\n"c"', '"quoted'];
  await page.evaluate(async (given) => {
    const element = document.querySelector('attention-spotlight');
    const row = given.map(() => 1 / given.length);
    element.data = { tokens: given, attention: [[given.map(() => row)]] };
    await element.updateComplete;
  }, tokens);
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect.poll(copied).toContain("'=cmd()");
  const csv = (await saved(page, 'CSV')).content.toString();
  for (const [text, separator, newline] of [
    [await copied(), '\t', '\n'],
    [csv, ',', '\r\n'],
  ]) {
    const fields = fieldsOf(text, separator, newline);
    expect(fields).toHaveLength(tokens.length + 1);
    for (const field of [...fields[0], ...fields.map(([token]) => token)])
      expect(field).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    expect(fields[0].slice(1).map((token) => token.replace(/^'/, ''))).toEqual(tokens);
    for (const row of fields.slice(1)) expect(row.slice(1).map(Number)).toEqual(tokens.map(() => Math.fround(0.1)));
  }
});

test('a copied link opens the same state, and a copied tag shows it', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('stage=sum&progress=0.5&causal=on&query=2&view=matrix&mask=1.0&text=我爱 "Spotlight" %26 <b>');
  await page.getByText('Export', { exact: true }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  /**
   * Clicks a copy button. The clipboard is polled, since the message “Copied.” may still be visible from the previous
   * click.
   */
  const copied = async (name, beginning) => {
    await page.getByRole('button', { name }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    await expect.poll(clipboard).toMatch(beginning);
    return clipboard();
  };
  const tag = await copied('Copy embed code', /<script/);
  await expect(page.getByText('Paste it into the HTML of your page')).toBeVisible();
  const attributes = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html').querySelector('attention-spotlight');
    return Object.fromEntries([...parsed.attributes].map(({ name, value }) => [name, value]));
  }, tag);
  expect(attributes).toMatchObject({ text: '我爱 "Spotlight" & <b>', mask: '1.0', view: 'matrix', stage: 'sum' });
  const link = await copied('Copy link', /^http/);
  const before = await stateOf(page);
  const other = await context.newPage();
  await other.goto(link);
  await other.evaluate(() => document.querySelector('attention-spotlight').ready);
  // The link names the displayed layer and head even if they are the default.
  const shown = (where) => where.locator('.heads input:checked').getAttribute('aria-label');
  const { layer, head } = await stateOf(other);
  expect(await shown(page)).toMatch(new RegExp(`^layer ${layer + 1}, head ${head + 1}`));
  expect(await stateOf(other)).toEqual({ ...before, attention: 'encoder', layer, head });
});

/** Duration of a video as the browser decodes it, and the number of pixels that differ between two of its frames. */
const playedOnce = (page, content, type) =>
  page.evaluate(
    async ([base64, mime]) => {
      const bytes = await (await fetch(`data:${mime};base64,${base64}`)).blob();
      const video = Object.assign(document.createElement('video'), { muted: true, src: URL.createObjectURL(bytes) });
      await new Promise((resolve, reject) =>
        Object.assign(video, { onloadeddata: resolve, onerror: () => reject(video.error) }),
      );
      const canvas = Object.assign(document.createElement('canvas'), {
        width: video.videoWidth,
        height: video.videoHeight,
      });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      const at = async (seconds) => {
        await new Promise((resolve) => Object.assign(video, { onseeked: resolve, currentTime: seconds }));
        context.drawImage(video, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height).data;
      };
      const [first, last] = [await at(0.1), await at(video.duration - 0.2)];
      const differing = first.filter((value, index) => Math.abs(value - last[index]) > 40).length;
      return { seconds: video.duration, width: video.videoWidth, height: video.videoHeight, differing };
    },
    [content.toString('base64'), type],
  );

/** Plays the video again and again until two frames differ, since a frame may be drawn slightly after its event. */
async function playedBack(page, content, type) {
  let played;
  await expect.poll(async () => (played = await playedOnce(page, content, type)).differing).toBeGreaterThan(100);
  return played;
}

test('arcs of a sentence export as video and GIF, and a view without motion says that it cannot', async ({
  page,
  open,
}) => {
  await open('text=two words&view=sentence&lang=en');
  const { name, content } = await saved(page, 'Video');
  expect(name).toMatch(/^spotlight\.(mp4|webm)$/);
  const type = name.endsWith('mp4') ? 'video/mp4' : 'video/webm';
  const { seconds } = await playedBack(page, content, type);
  expect(seconds).toBeCloseTo(2.7, 1);
  const gif = await saved(page, 'GIF');
  expect(gif.name).toBe('spotlight.gif');
  const frames = await page.evaluate(async (base64) => {
    const data = await (await fetch(`data:image/gif;base64,${base64}`)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await decoder.tracks.ready;
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    const images = await Promise.all(
      Array.from({ length: frameCount }, async (_, frameIndex) => (await decoder.decode({ frameIndex })).image),
    );
    return { durations: images.map(({ duration }) => duration / 1e6), repetitionCount, width: images[0].displayWidth };
  }, gif.content.toString('base64'));
  expect(frames.repetitionCount).toBe(Infinity);
  expect(frames.width).toBe(960); // the width does not depend on the size of the element
  expect(frames.durations.length).toBeGreaterThan(8);
  expect(frames.durations.reduce((sum, each) => sum + each, 0)).toBeCloseTo(2.7, 0);
  await page.evaluate(() => (document.querySelector('attention-spotlight').view = 'heads'));
  for (const format of ['Video', 'GIF']) {
    await page.getByRole('button', { name: format, exact: true }).click();
    await expect(page.getByText('nothing moves in this view')).toBeVisible();
  }
});

test(
  'a video of all stages is encoded frame by frame, and its encoder is loaded with the first',
  FULL,
  async ({ page, open }) => {
    test.setTimeout(180_000);
    await page.addInitScript(() => {
      globalThis.recorders = 0; // counts recorders, which take as long as the video plays
      globalThis.MediaRecorder = class extends MediaRecorder {
        constructor(...args) {
          super(...args);
          globalThis.recorders++;
        }
      };
    });
    await page.setViewportSize({ width: 760, height: 560 });
    const loaded = [];
    page.on('request', (request) => loaded.push(request.url()));
    await open('text=two words&view=ledger&lang=en&speed=2');
    expect(loaded.filter((url) => /webcodecs|gif/.test(url))).toEqual([]);
    const expected = await page.evaluate(() => document.querySelector('attention-spotlight').timeline.length + 1.5);
    await page.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 150_000 }),
      page.getByRole('button', { name: 'Video', exact: true }).click(),
    ]);
    const content = await readFile(await download.path());
    const type = download.suggestedFilename().endsWith('mp4') ? 'video/mp4' : 'video/webm';
    const { seconds, width, height } = await playedBack(page, content, type);
    expect(seconds).toBeCloseTo(expected, 1);
    expect(Math.max(width, height)).toBeGreaterThan(500);
    expect(await page.evaluate(() => globalThis.recorders)).toBe(0);
    expect(loaded.some((url) => /webcodecs/.test(url))).toBe(true);
  },
);

test('if the encoder fails to load, the video is recorded during playback', FULL, async ({ page, complaints }) => {
  await page.route(/webcodecs/, (route) => route.abort());
  await page.goto('?controls=all&text=two words&view=sentence&lang=en');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const { name, content } = await saved(page, 'Video');
  expect(name).toMatch(/^spotlight\.(mp4|webm)$/);
  expect(content.length).toBeGreaterThan(3000);
  expect(complaints.splice(0).filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
});

test('making a video has a progress bar and can be canceled', async ({ page, open }) => {
  await open('text=two words');
  await page.getByText('Export', { exact: true }).click();
  await page.getByRole('button', { name: 'Video' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => page.getByRole('progressbar').evaluate((bar) => bar.value)).toBeGreaterThan(0.01);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Canceled.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});
