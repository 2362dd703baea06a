// Weight files are read tensor by tensor, from a Blob or a URL, however a server handles Range headers, and only as far
// as a partial model needs them.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { safetensors } from '../../safety/model-file.mjs';
import { engines } from '../engines.mjs';
import { listen } from '../../serve.mjs';
import { about } from '../../about.mjs';

const engine = engines.simd;
const urlOf = (name, part) => new URL(`../../fixtures/models/${name}/${part}`, import.meta.url);
const read = (name, part) => readFileSync(urlOf(name, part));
const configOf = (name) => new Blob([read(name, 'config.json')]);
const blobOf = (name) => new Blob([read(name, 'model.safetensors')]);
const IDS = [5, 6, 7, 5];

/** Weight file of the tiny GPT-2, with an unused tensor of 2 MB before the model's own tensors. */
function withUnread() {
  const bytes = read('gpt2', 'model.safetensors');
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const unread = 2 ** 21;
  const header = { 'h.0.attn.bias': { dtype: 'U8', shape: [unread], data_offsets: [0, unread] } };
  for (const [name, entry] of Object.entries(JSON.parse(bytes.subarray(8, start)))) {
    if (entry.data_offsets) header[name] = { ...entry, data_offsets: entry.data_offsets.map((at) => at + unread) };
  }
  return safetensors(header, Buffer.concat([Buffer.alloc(unread), bytes.subarray(start)]));
}

const [BEFORE, LATER] = ['Sun, 01 Jan 2023 00:00:00 GMT', 'Mon, 01 Jan 2024 00:00:00 GMT'];
const RANGE = (begin, size) => ({ 'content-range': `bytes ${begin}-${size - 1}/${size}` });
/**
 * Kinds of servers, by the way they handle a Range header: status, headers, and first sent byte of their response to a
 * request for the bytes from `begin` on.
 */
const SERVERS = {
  'honors a Range': (begin, size) => [206, RANGE(begin, size), begin],
  'ignores it': () => [200, {}, 0],
  'does not say which bytes it sends': (begin) => [206, {}, begin],
  'refuses it': () => [416, {}, null],
};

/**
 * Serves a file while `use` runs.
 * @returns the result of `use`, and the requested byte ranges
 */
async function served(file, answer, use) {
  const bytes = Buffer.from(await file.arrayBuffer());
  const ranges = [];
  const { origin, close } = await listen((request, response) => {
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
    if (range) ranges.push(Number(range[1]));
    const [status, headers, from] = range
      ? answer(Number(range[1]), bytes.length)
      : [200, { 'content-length': bytes.length, 'last-modified': BEFORE }, 0];
    response.writeHead(status, headers);
    response.on('error', () => undefined);
    response.end(from === null ? '' : bytes.subarray(from));
  });
  const url = `${origin}/model.safetensors`;
  try {
    return { result: await use(url), ranges, url };
  } finally {
    await close();
  }
}

async function attentionOf(files, options) {
  const model = await engine.loadPretrained(files, options);
  const { data } = model.run(IDS).attention('decoder', 0);
  model.dispose();
  return [...data];
}

describe('from a URL', () => {
  test.each(Object.entries(SERVERS))('from a server that %s', async (what, answer) => {
    const config = configOf('gpt2');
    const expected = await attentionOf({ weights: blobOf('gpt2'), config });
    const { result, ranges } = await served(withUnread(), answer, (weights) => attentionOf({ weights, config }));
    expect(result).toEqual(expected);
    expect(ranges).toHaveLength(1);
    expect(ranges[0]).toBeGreaterThan(2 ** 21);
  });

  const refused = async (answer, message) => {
    const before = engine.heapSize;
    const config = configOf('gpt2');
    const load = (weights) => engine.loadPretrained({ weights, config }).catch(({ message: got }) => got);
    const { result, url } = await served(withUnread(), answer, load);
    expect(result).toMatch(message);
    expect(result).toContain(url);
    expect(engine.heapSize).toBe(before);
  };

  test('unrequested bytes are rejected, with the URL', () =>
    refused((begin, size) => [206, RANGE(begin - 1, size), begin], /expected the bytes \d+-…\/\d+, got bytes \d+-/));

  test('so is another file', () =>
    refused((begin, size) => [206, RANGE(begin, size + 1), begin], /expected the bytes \d+-…\/\d+, got bytes \d+-/));

  test('and fewer bytes than announced', () =>
    refused(
      (begin, size) => [206, RANGE(begin, size), begin + 4],
      /expected the bytes up to \d+, got those up to \d+/,
    ));

  test('so is a file changed since reading began', () => {
    const changed = (begin, size) => [206, { ...RANGE(begin, size), 'last-modified': LATER }, begin];
    return refused(changed, /expected the file of .* 2023 .*, got one that was changed meanwhile, .* 2024/);
  });

  test('and a response without a file', async () => {
    const { origin, close } = await listen((_, response) => response.writeHead(204).end());
    const weights = `${origin}/model.safetensors`;
    const loading = engine.loadPretrained({ weights, config: configOf('gpt2') });
    await expect(loading).rejects.toThrow(
      `weights: the file could not be read: ${weights}: expected the file, got no bytes`,
    );
    await close();
  });

  test('and a missing file', async () => {
    const config = configOf('gpt2');
    const { result } = await served(blobOf('gpt2'), SERVERS['ignores it'], (url) =>
      engine
        .loadPretrained({ weights: new URL('http://127.0.0.1:1/x'), config })
        .catch(({ message }) => [url, message]),
    );
    expect(result[1]).toMatch(/^weights: the file could not be read: http:\/\/127\.0\.0\.1:1\/x: expected the file/);
  });
});

describe('of a partial model', () => {
  test.each(['gpt2', 'llama', 'gpt-neox', 'bert', 'bart'])(
    '%s: the first layer and the rows of a text',
    async (name) => {
      const files = { weights: blobOf(name), config: configOf(name) };
      const whole = await engine.loadPretrained(files);
      const part = await engine.loadPretrained(files, { layers: 1, text: IDS });
      const attention = name === 'bert' || name === 'bart' ? 'encoder' : 'decoder';
      expect(part.layers[attention]).toBe(1);
      expect(whole.layers[attention]).toBeGreaterThan(1);
      const [one, other] = [whole, part].map((model) => [...model.run(IDS).attention(attention, 0).data]);
      expect(other).toEqual(one);
      const hasLogits = (model) => model.activations.some((each) => each.name.includes('logits'));
      expect([whole, part].map(hasLogits)).toEqual([name !== 'bert', false]);
      expect(() => part.run(IDS).activation('decoder.logits')).toThrow(/^name: expected an activation of the model/);
      expect(() => part.run([5, 8])).toThrow(/^text: expected tokens of the text that the model was loaded for, got 8/);
      if (attention === 'decoder') {
        expect(() => part.run(IDS).logits).toThrow(/loaded in part/);
        expect(() => part.generate(IDS)).toThrow(/loaded in part/);
        expect(part.run(IDS).decode().next).toEqual(IDS.map(() => []));
      }
      whole.dispose();
      part.dispose();
    },
  );

  test('with a layer and a text, nothing else is read', async () => {
    const bytes = read('gpt2', 'model.safetensors');
    const start = 8 + Number(bytes.readBigUInt64LE(0));
    const { 'wte.weight': table, 'transformer.wte.weight': other = table } = JSON.parse(bytes.subarray(8, start));
    bytes.fill(0xff, start + other.data_offsets[0] + 4 * 18 * 20, start + other.data_offsets[1]); // NaN from row 20 on.
    const files = { weights: new Blob([bytes]), config: configOf('gpt2') };
    await expect(engine.loadPretrained(files)).rejects.toThrow(about('wte.weight[20, 0]', NaN));
    const part = await engine.loadPretrained(files, { text: IDS });
    expect(part.run(IDS).attention('decoder', 1).shape).toEqual([part.numHeads, 4, 4]);
    part.dispose();
  });

  test('all layers are the complete model, with its logits', async () => {
    const files = { weights: blobOf('gpt2'), config: configOf('gpt2') };
    const whole = await engine.loadPretrained(files);
    const all = await engine.loadPretrained(files, { layers: whole.layers.decoder });
    expect(all.run(IDS).logits).toEqual(whole.run(IDS).logits);
    for (const model of [whole, all]) model.dispose();
  });

  test('invalid options are named', async () => {
    const files = { weights: blobOf('gpt2'), config: configOf('gpt2') };
    await expect(engine.loadPretrained(files, { layers: 0 })).rejects.toThrow(about('layers', 0));
    await expect(engine.loadPretrained(files, { layers: 99 })).rejects.toThrow(about('layers', 99));
    await expect(engine.loadPretrained(files, { text: [1e6] })).rejects.toThrow(/^text\[0\]: .*got 1000000/);
    await expect(engine.loadPretrained(files, { text: 'a' })).rejects.toThrow(
      /^text: .*without a tokenizer; got a text/,
    );
    await expect(engine.loadPretrained(files, { layer: 1 })).rejects.toThrow(/unknown option 'layer'/);
  });
});

describe('a signal aborts loading', () => {
  const config = configOf('gpt2');
  const reason = new Error('another model was chosen');

  test('before it begins, and while a file is read', async () => {
    await expect(
      engine.loadPretrained({ weights: blobOf('gpt2'), config }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    const before = engine.heapSize;
    const abort = new AbortController();
    const weights = withUnread();
    const slice = weights.slice.bind(weights);
    let reads = 0;
    weights.slice = (begin, end) => {
      if (++reads === 2) abort.abort(reason);
      return slice(begin, end);
    };
    await expect(engine.loadPretrained({ weights, config }, { signal: abort.signal })).rejects.toBe(reason);
    expect(reads).toBe(2);
    expect(engine.heapSize).toBe(before);
  });

  test('while a server does not respond', async () => {
    const abort = new AbortController();
    const { origin, close } = await listen(() => abort.abort(reason)); // the server never responds
    const weights = `${origin}/model.safetensors`;
    await expect(engine.loadPretrained({ weights, config }, { signal: abort.signal })).rejects.toBe(reason);
    await close();
  });

  test('and is validated', async () => {
    await expect(engine.loadPretrained({ weights: blobOf('gpt2'), config }, { signal: true })).rejects.toThrow(
      about('signal', true),
    );
  });
});

test('an error in one of several files names the file', async () => {
  const cut = new Blob([read('gpt2', 'model.safetensors').subarray(0, -4)]);
  const files = { weights: [blobOf('gpt2'), cut], config: configOf('gpt2') };
  await expect(engine.loadPretrained(files)).rejects.toThrow(/^weights\[1\]: expected \d+ bytes after the header/);
});

test('a local file is read by its URL', async () => {
  const config = configOf('gpt2');
  const expected = await attentionOf({ weights: blobOf('gpt2'), config });
  expect(await attentionOf({ weights: urlOf('gpt2', 'model.safetensors'), config })).toEqual(expected);
  const missing = new URL('missing.safetensors', urlOf('gpt2', ''));
  await expect(engine.loadPretrained({ weights: missing, config })).rejects.toThrow(fileURLToPath(missing));
});

test('consumed parts of a Blob are freed before more is read', async () => {
  const weights = withUnread();
  const slice = weights.slice.bind(weights);
  const read = [];
  weights.slice = (begin, end) => ({
    arrayBuffer: async () => {
      expect(read.filter(({ byteLength }) => byteLength > 0)).toEqual([]);
      read.push(await slice(begin, end).arrayBuffer());
      return read.at(-1);
    },
  });
  const expected = await attentionOf({ weights: blobOf('gpt2'), config: configOf('gpt2') });
  expect(await attentionOf({ weights, config: configOf('gpt2') })).toEqual(expected);
  expect(read.length).toBeGreaterThan(1);
  expect(read.filter(({ byteLength }) => byteLength > 0)).toEqual([]);
});

test('and so are received parts of a URL, once they are far behind', async () => {
  const arrived = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const { body, status, headers } = await fetch(...request);
    const watched = new TransformStream({
      transform: (part, controller) => {
        arrived.push(part);
        controller.enqueue(part);
      },
    });
    return new Response(body.pipeThrough(watched), { status, headers });
  };
  try {
    const config = configOf('gpt2');
    const expected = await attentionOf({ weights: blobOf('gpt2'), config });
    const use = (weights) => attentionOf({ weights, config });
    expect((await served(withUnread(), SERVERS['ignores it'], use)).result).toEqual(expected);
  } finally {
    globalThis.fetch = fetch;
  }
  const [size, kept] = [2 ** 21, arrived.reduce((sum, { length }) => sum + length, 0)];
  expect(kept).toBeLessThan(0.75 * size);
});

/** Folder in which Linux lists the files that this process has open. */
const OPEN_FILES = '/proc/self/fd';

(existsSync(OPEN_FILES) ? test : test.skip)('none is open once the loading has failed', async () => {
  const folder = fileURLToPath(urlOf('.', ''));
  const isOfModel = (number) => {
    try {
      return readlinkSync(`${OPEN_FILES}/${number}`).startsWith(folder);
    } catch {
      return false; // the file was closed after it had been listed
    }
  };
  const open = () => readdirSync(OPEN_FILES).filter(isOfModel).length;
  const [config, whole] = [configOf('gpt2'), urlOf('gpt2', 'model.safetensors')];
  const missing = new URL('missing.safetensors', whole);
  const shards = [whole, urlOf('bert', 'model.safetensors'), urlOf('llama', 'model.safetensors')];
  const before = engine.heapSize;
  for (const [files, message] of [
    [{ weights: [...shards, missing], config }, /^weights\[3\]: the file could not be read/],
    [{ weights: [missing, ...shards], config }, /^weights\[0\]: the file could not be read/],
    [{ weights: [...shards, 5], config }, /^weights\[3\]: expected a URL or a Blob, got 5/],
    [{ weights: [whole, whole], config }, /one in each of two files/],
    [{ weights: shards, config: new Blob(['{']) }, /^config/],
    [{ weights: [...shards, urlOf('gpt2', 'config.json')], config }, /^weights\[3\]: expected a safetensors file/],
  ]) {
    await expect(engine.loadPretrained(files)).rejects.toThrow(message);
    expect(open()).toBe(0);
  }
  expect(engine.heapSize).toBe(before);
});
