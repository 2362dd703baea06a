// Requests for model files on servers: every request ends when the signal aborts it, when another file is rejected, or
// when a file exceeds its maximum size.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { defaultModel } from 'attention-spotlight/model';
import { engines } from '../engine/engines.mjs';
import { listen } from '../serve.mjs';

const engine = engines.simd;
const fixture = (part) => readFileSync(new URL(`../fixtures/models/llama/${part}`, import.meta.url));
const FILES = { weights: fixture('model.safetensors'), config: fixture('config.json') };
const vocab = Object.fromEntries([...'abc'].map((token, id) => [token, id]));
const tokenizer = { added_tokens: [], model: { type: 'WordLevel', vocab } };
for (const part of ['normalizer', 'pre_tokenizer', 'post_processor', 'decoder']) tokenizer[part] = null;
FILES.tokenizer = Buffer.from(JSON.stringify(tokenizer));
FILES.preprocessor = Buffer.from('{}');

/**
 * Behavior of the test server, by file: 'endless', 'silent', 'stops' halfway, 'missing', or 'longer' by some bytes;
 * without an entry, the server sends the file.
 */
let habits = {};
/**
 * Requests that the server has received in a test: name of the file, bytes sent, and a promise that resolves when the
 * connection is closed.
 */
let requests = [];

const answer = (request, response) => {
  const name = request.url.slice(1);
  const seen = { name, sent: 0, closed: once(response, 'close') };
  requests.push(seen);
  const habit = habits[name];
  if (habit === 'silent') return;
  if (habit === 'missing') return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  if (habit instanceof Buffer)
    response.write(habit); // the response continues without end
  else if (habit === 'endless') {
    const part = Buffer.alloc(2 ** 18, ' ');
    const send = () => {
      while (!response.destroyed) {
        seen.sent += part.length;
        if (!response.write(part)) return response.once('drain', send);
      }
    };
    send();
  } else if (habit === 'stops') response.write(FILES[name].subarray(0, FILES[name].length >> 1));
  else {
    response.write(FILES[name]);
    response.end(habit === 'longer' ? Buffer.alloc(9) : undefined);
  }
};

let server;
let address;
beforeAll(async () => {
  server = await listen(answer);
  address = `${server.origin}/`;
});
afterAll(() => server.close());
beforeEach(() => {
  [habits, requests] = [{}, []];
});

const urls = (names) => Object.fromEntries(names.map((name) => [name, address + name]));
const load = (more = {}, options) =>
  engine.loadPretrained({ ...urls(['weights', 'config', 'tokenizer']), ...more }, options);
/** Resolves when all responses of the server to requests for a file have ended. */
const closed = (name) => Promise.all(requests.filter((each) => each.name === name).map((each) => each.closed));
/** Resolves when the server has received a request for a file. */
async function asked(name) {
  while (!requests.some((each) => each.name === name)) await new Promise((resolve) => setImmediate(resolve));
}

test('a model loads from this server', async () => {
  const model = await load();
  expect(model.tokenize('a')).toMatchObject([{ id: 0 }]);
  model.dispose();
});

test('a file that goes on after its tensors is refused, also by a server that does not say how long it is', async () => {
  habits = { weights: 'longer' };
  const before = engine.heapSize;
  await expect(load()).rejects.toThrow(
    /weights: expected the file to end with its tensors, at byte \d+, got more bytes/,
  );
  expect(engine.heapSize).toBe(before);
});

describe('a signal', () => {
  test.each(['a URL', 'a Blob'])('that has been aborted before: nothing is read of %s', async (kind) => {
    const reason = new Error('not any more');
    const files =
      kind === 'a Blob' ? Object.fromEntries(Object.entries(FILES).map(([n, b]) => [n, new Blob([b])])) : {};
    delete files.preprocessor;
    await expect(load(files, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  test.each(
    ['weights', 'config', 'tokenizer', 'preprocessor'].flatMap((name) => [
      [name, 'silent'],
      [name, 'stops'],
      [name, 'endless'],
    ]),
  )('ends the request for %s of a server that is %s', async (name, habit) => {
    habits = { [name]: habit };
    const [before, controller, reason] = [engine.heapSize, new AbortController(), new Error('not any more')];
    const more = name === 'preprocessor' ? urls(['preprocessor']) : {};
    const loading = load(more, { signal: controller.signal });
    const isRejected = expect(loading).rejects.toBe(reason);
    await asked(name);
    controller.abort(reason);
    await isRejected;
    await closed(name);
    expect(engine.heapSize).toBe(before);
  });
});

test('a file that is refused ends the requests for the others', async () => {
  habits = { config: 'missing', tokenizer: 'silent' };
  await expect(load()).rejects.toThrow(/^config: the file could not be read: .*got 404/);
  await Promise.all(['weights', 'config', 'tokenizer'].map(closed));
});

describe('an answer without an end', () => {
  test.each([
    ['config', 2 ** 24],
    ['tokenizer', 2 ** 26],
    ['preprocessor', 2 ** 20],
  ])('of a model of Hugging Face: %s', async (name, most) => {
    habits = { [name]: 'endless' };
    await expect(load(urls([name]))).rejects.toThrow(`${name}: expected at most ${most} bytes, got more`);
    await closed(name);
    expect(requests.find((each) => each.name === name).sent).toBeLessThan(most + 2 ** 23);
  });

  test.each([
    ['config', 2 ** 24],
    ['tokenizer', 2 ** 26],
  ])('of a model of the package: %s', async (name, most) => {
    habits = { [name]: 'endless' };
    const loading = engine.loadModel({ ...defaultModel, ...urls(['weights', 'config', 'tokenizer']) });
    await expect(loading).rejects.toThrow(`${name}: the file could not be read: ${address}${name}: expected at most`);
    await closed(name);
    expect(requests.find((each) => each.name === name).sent).toBeLessThan(most + 2 ** 23);
  });

  test('of its weights: no safetensors file begins so', async () => {
    habits = { weights: 'endless' };
    await expect(load()).rejects.toThrow(/^weights: expected a safetensors file, got something else/);
    await closed('weights');
  });

  test('of its weights, before a tensor that is needed', async () => {
    const start = 8 + Number(FILES.weights.readBigUInt64LE(0));
    const header = JSON.parse(FILES.weights.subarray(8, start));
    delete header.__metadata__;
    for (const entry of Object.values(header)) entry.data_offsets = entry.data_offsets.map((at) => at + 2 ** 40);
    header['model.layers.0.self_attn.rotary_emb.inv_freq'] = {
      dtype: 'U8',
      shape: [2 ** 40],
      data_offsets: [0, 2 ** 40],
    };
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    habits = { weights: Buffer.concat([length, text]) };
    await expect(load()).rejects.toThrow(/^weights: .*expected at most 68719476736 bytes, got a place at byte \d+$/);
    await closed('weights');
  });

  test('a Blob that is too large is not read', async () => {
    const config = new Blob([Buffer.alloc(2 ** 24 + 1, ' ')]);
    const files = { weights: new Blob([FILES.weights]), tokenizer: new Blob([FILES.tokenizer]), config };
    const likeDefault = { ...defaultModel, ...files };
    await expect(engine.loadModel(likeDefault)).rejects.toThrow(
      'config: expected at most 16777216 bytes, got 16777217',
    );
    await expect(engine.loadModel(files)).rejects.toThrow('config: expected at most 16777216 bytes, got more');
  });
});
