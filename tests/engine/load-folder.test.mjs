// `engine.loadModel` with a single location: a folder on a server or on disk, or a GGUF file.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engines } from './engines.mjs';
import { httpFaultOf } from '../../web/engine/weights/http-source.js';
import { listen } from '../serve.mjs';

const engine = engines.simd;
const modelsUrl = new URL('../../models/', import.meta.url);
const fixturesUrl = new URL('../fixtures/models/', import.meta.url);
const [CONFIG, WEIGHTS, INDEX] = ['config.json', 'model.safetensors', 'model.safetensors.index.json'];
const IDS = [4, 5, 6];

/**
 * Files of a fixture model by name.
 * @param changes files that replace those of the fixture
 */
const filesOf = (name, changes = {}) => ({
  [CONFIG]: readFileSync(new URL(`${name}/${CONFIG}`, fixturesUrl)),
  [WEIGHTS]: readFileSync(new URL(`${name}/${WEIGHTS}`, fixturesUrl)),
  ...changes,
});

function halves(file) {
  const end = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, end));
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  return [names.slice(0, 5), names.slice(5)].map((part) => {
    let at = 0;
    const parts = part.map((name) => file.subarray(...header[name].data_offsets.map((offset) => end + offset)));
    const entries = part.map((name, index) => {
      const begin = at;
      return [name, { ...header[name], data_offsets: [begin, (at += parts[index].length)] }];
    });
    const json = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(json.length));
    return { names: part, bytes: Buffer.concat([size, json, ...parts]) };
  });
}

/** Files on the test server, by folder and name. A function in place of a file handles the request itself. */
let folders = {};
let requests = [];
const answer = (request, response) => {
  requests.push(request.url);
  const [, folder, name] = request.url.split('/');
  const file = folders[folder]?.[name];
  if (typeof file === 'function') return file(response);
  if (file === undefined) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
};

let server;
let address;
beforeAll(async () => {
  server = await listen(answer);
  address = `${server.origin}/`;
});
afterAll(() => server.close());
beforeEach(() => ([folders, requests] = [{}, []]));

async function logitsOf(...call) {
  const model = await engine.loadModel(...call);
  const { data } = model.run(IDS).logits;
  model.dispose();
  return data;
}

test('a folder of this machine: by its URL, with and without a slash, as a string, and by its path', async () => {
  const folder = new URL('stories', modelsUrl);
  const path = fileURLToPath(folder);
  const addresses = [folder, `${folder}/`, path, relative(process.cwd(), path), `${path}/`];
  for (const each of addresses) {
    const model = await engine.loadModel(each);
    const [token] = model.run('Once upon a time').candidates(4, 1);
    expect([each, model.family, model.weights[0].name, token.text]).toEqual([each, 'llama', WEIGHTS, ',']);
    model.dispose();
  }
});

test('a folder with a model like the default one', async () => {
  const model = await engine.loadModel(new URL('default/', modelsUrl));
  expect([model.layers, model.run('cat').decode().language]).toEqual([{ encoder: 4, decoder: 2, cross: 2 }, 'zh']);
  model.dispose();
});

test('a path of one file', async () => {
  const path = (file) => relative(process.cwd(), fileURLToPath(new URL(`gpt2/${file}`, fixturesUrl)));
  const expected = await logitsOf({ weights: path(WEIGHTS), config: path(CONFIG) });
  expect(await logitsOf(new URL('gpt2/', fixturesUrl))).toEqual(expected);
});

test('a folder of a server, in one file or in several, with options', async () => {
  folders.whole = filesOf('gpt2');
  const parts = halves(folders.whole[WEIGHTS]);
  const nameOf = (at) => `model-0000${at + 1}-of-00002.safetensors`;
  const map = Object.fromEntries(parts.flatMap(({ names }, at) => names.map((name) => [name, nameOf(at)])));
  folders.parts = {
    [CONFIG]: folders.whole[CONFIG],
    [INDEX]: JSON.stringify({ metadata: {}, weight_map: map }),
    ...Object.fromEntries(parts.map(({ bytes }, at) => [nameOf(at), bytes])),
  };
  const whole = await logitsOf(`${address}whole`);
  expect(requests).not.toContain(`/whole/${INDEX}`);
  expect(await logitsOf(`${address}parts/`)).toEqual(whole);
  const part = await engine.loadPretrained(`${address}whole`, { layers: 1, text: IDS });
  expect(part.layers.decoder).toBe(1);
  part.dispose();
});

test('a model of images reads its preprocessor, and looks for no tokenizer; one of texts the other way', async () => {
  const preprocessor = readFileSync(new URL('vit/preprocessor_config.json', fixturesUrl));
  folders.vit = filesOf('vit', { 'preprocessor_config.json': preprocessor });
  folders.gpt2 = filesOf('gpt2', { 'preprocessor_config.json': preprocessor });
  const model = await engine.loadModel(`${address}vit`);
  expect(model.image).not.toBeNull();
  model.dispose();
  expect(requests).toContain('/vit/preprocessor_config.json');
  expect(requests).not.toContain('/vit/tokenizer.json');
  await logitsOf(`${address}gpt2`);
  expect(requests).toContain('/gpt2/tokenizer.json');
  expect(requests).not.toContain('/gpt2/preprocessor_config.json');
});

test('vocab.json and merges.txt are read where tokenizer.json is missing, and only then', async () => {
  const pair = { 'vocab.json': JSON.stringify({ a: 0, b: 1, ab: 2 }), 'merges.txt': '#version: 0.2\na b\n' };
  folders.pair = filesOf('gpt2', pair);
  folders.half = filesOf('gpt2', { 'vocab.json': pair['vocab.json'] });
  const model = await engine.loadModel(`${address}pair`);
  expect(model.run('abb').tokens.map(({ id }) => id)).toEqual([2, 1]);
  model.dispose();
  const without = await engine.loadModel(`${address}half`);
  expect(() => without.run('abb')).toThrow();
  without.dispose();
});

test('the share that is read is told also where the server does not say how long a file is', async () => {
  folders.gpt2 = filesOf('gpt2');
  const weights = folders.gpt2[WEIGHTS];
  folders.gpt2[WEIGHTS] = (response) => {
    response.writeHead(200); // in chunks, without stating a length
    response.write(weights.subarray(0, 100));
    response.end(weights.subarray(100));
  };
  const shares = [];
  const model = await engine.loadModel(`${address}gpt2`, { onProgress: (done) => shares.push(done) });
  model.dispose();
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBeCloseTo(1, 1);
});

test('the reason of a failure of the server is told apart from others', async () => {
  const weights = filesOf('gpt2')[WEIGHTS];
  folders.gpt2 = filesOf('gpt2', {
    [WEIGHTS]: (response) => {
      response.writeHead(200, { 'content-length': weights.length }).write(weights.subarray(0, 100));
      setTimeout(() => response.destroy(), 50);
    },
  });
  folders.none = {};
  folders.wrong = filesOf('gpt2', { [CONFIG]: Buffer.from('<!doctype html>') });
  const faultOf = (url) => engine.loadModel(url).catch((error) => httpFaultOf(error));
  expect(await faultOf(`${address}gpt2`)).toBe('cut');
  expect(await faultOf(`${address}none`)).toBe('refused');
  expect(await faultOf('http://127.0.0.1:1/')).toBe('unreachable');
  expect(await faultOf(`${address}wrong`)).toBeNull();
});

describe('an error names the file', () => {
  const text = (value) => Buffer.from(JSON.stringify(value));
  test.each([
    [
      'no config',
      { [CONFIG]: undefined },
      /^config: the file could not be read: .*\/config\.json: expected the file, got 404/,
    ],
    ['a page in place of it', { [CONFIG]: Buffer.from('<!doctype html>') }, /^config: expected valid JSON/],
    ['a list in place of it', { [CONFIG]: text([]) }, /^config: expected an object, got/],
    ['another family', { [CONFIG]: text({ model_type: 'mamba' }) }, /^config\.model_type: expected one of/],
    [
      'no weights',
      { [WEIGHTS]: undefined },
      /^weights: expected model\.safetensors or .*\.index\.json in http.*\/folder, got neither/,
    ],
    [
      'an index without files',
      { [WEIGHTS]: undefined, [INDEX]: text({ weight_map: {} }) },
      /^weights: model\.safetensors\.index\.json\.weight_map: expected names/,
    ],
    [
      'an index that leaves the folder',
      { [WEIGHTS]: undefined, [INDEX]: text({ weight_map: { a: '../a.safetensors' } }) },
      /weight_map: expected names of \.safetensors files, got the string '\.\.\/a\.safetensors'/,
    ],
    [
      'a part that is not there',
      { [WEIGHTS]: undefined, [INDEX]: text({ weight_map: { a: 'a.safetensors' } }) },
      /^weights: the file could not be read: .*\/a\.safetensors/,
    ],
    ['a tokenizer that is none', { 'tokenizer.json': text([]) }, /^tokenizer: expected/],
    [
      'a tokenizer that the server does not give',
      { 'tokenizer.json': (response) => response.writeHead(500).end() },
      /^tokenizer: the file could not be read: .*got 500/,
    ],
  ])('%s', async (_, changes, message) => {
    const before = engine.heapSize;
    folders.folder = filesOf('gpt2', changes);
    await expect(engine.loadModel(`${address}folder`)).rejects.toThrow(message);
    expect(engine.heapSize).toBe(before);
  });

  test('a folder that is not there, and an address that is none', async () => {
    await expect(engine.loadModel('./nowhere')).rejects.toThrow(/^config: the file could not be read: file:.*nowhere/);
    await expect(engine.loadModel('http://')).rejects.toThrow(/^files: expected a valid URL/);
    await expect(engine.loadModel('')).rejects.toThrow(/^files: expected a valid URL/);
    await expect(engine.loadModel(new URL('x.gguf', address))).rejects.toThrow(
      /^weights: the file could not be read: .*x\.gguf/,
    );
    expect(requests).toEqual(['/x.gguf']);
  });
});

test('a signal ends it with its reason, at each file', async () => {
  for (const file of [CONFIG, WEIGHTS, 'tokenizer.json']) {
    const [controller, reason] = [new AbortController(), new Error('not any more')];
    folders.folder = filesOf('gpt2', { [file]: () => controller.abort(reason) });
    await expect(engine.loadModel(`${address}folder`, { signal: controller.signal })).rejects.toBe(reason);
  }
});
