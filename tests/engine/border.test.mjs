// Interface between C++ and TypeScript: fields, options and enumerations are declared in C++, and the TypeScript types
// are generated from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frozen } from '../../web/engine/core/read-only.js';
import { completed } from '../../web/engine/transformer/description.js';
import { compile, instantiate } from '../../web/engine/runtime/wasm-module.js';
import { checkScaledDotProductOptions, copyInOptions } from '../../web/engine/attention/attention-options.js';
import { OptionWriter } from '../../web/engine/runtime/option-block.js';
import { PATTERN_BLOCK } from '../../web/engine/attention/sparse-pattern.js';

const wasm = join(import.meta.dirname, '../../web/engine/wasm');
const module = await instantiate(await compile(readFileSync(join(wasm, 'spotlight-simd.wasm'))));

const stack = { layers: 3, vocabulary: 5, numHeads: 4, numKvHeads: 2, headDim: 6, feedforwardDim: 7 };

function parametersOf(decoder) {
  const session = new module.TransformerSession(completed(module, { embedDim: 8, decoder: { ...stack, ...decoder } }));
  const set = session.parameters();
  const shapes = Array.from({ length: set.count() }, (_, index) => [
    set.name(index),
    Array.from({ length: set.rank(index) }, (_unused, dimension) => set.size(index, dimension)),
  ]);
  session.delete();
  return new Map(shapes);
}

test('a completed description has exactly the fields of C++', () => {
  const { encoder, decoder } = completed(module, {
    embedDim: 8,
    decoder: { ...stack, rotaryScaling: { factor: 2 }, localLayers: [1], positions: 'rotaryHalves' },
  });
  expect(encoder).toEqual(module.defaultStack());
  expect(Object.keys(decoder).sort()).toEqual(Object.keys(module.defaultStack()).sort());
  expect(decoder.rotaryScaling).toEqual({ ...module.defaultStack().rotaryScaling, factor: 2 });
  expect(decoder.localLayers).toEqual(Uint8Array.of(0, 1, 0));
});

test('a shared description is immutable', () => {
  const { decoder } = frozen({ embedDim: 8, decoder: { ...stack, localLayers: [1], rotaryScaling: { factor: 2 } } });
  for (const each of [decoder, decoder.localLayers, decoder.rotaryScaling]) expect(Object.isFrozen(each)).toBe(true);
});

test('a description reaches C++, and missing fields have the defaults of C++', () => {
  const plain = parametersOf({});
  expect(plain.get('decoder.0.self_attention.key.weight')).toEqual([12, 8]);
  expect(plain.has('decoder.2.feed_forward_norm.bias')).toBe(true);
  expect(plain.has('decoder.3.feed_forward_norm.bias')).toBe(false);
  const other = parametersOf({ norm: 'rms', keyBias: false, isGated: true, embeddingDim: 3, biasDistances: 9 });
  expect(other.has('decoder.0.feed_forward_norm.bias')).toBe(false);
  expect(other.has('decoder.0.self_attention.key.bias')).toBe(false);
  expect(other.get('decoder.0.feed_forward.up.weight')).toEqual([7, 8]);
  expect([...other].filter(([name]) => name.includes('bias') && name.includes('distance'))).toEqual([
    ['decoder.distance_bias.weight', [9, 4]], // one distance bias is shared by all layers
  ]);
  expect(other.get('decoder.tokens.weight')).toEqual([5, 3]);
});

test('every option is written into its own slot', () => {
  const session = new module.AttentionSession();
  const block = session.options();
  const slots = Object.entries(module.OptionSlot).filter(([, { value }]) => Number.isInteger(value));
  expect(slots.map(([, { value }]) => value)).toEqual(slots.map((_, index) => index));
  const sizes = { batch: 1, heads: 2, queries: 3, keys: 4 };
  const mask = { allow: { data: new Uint8Array(12), shape: [3, 4] } };
  const given = { mask, keyLengths: [2], isCausal: 'lower-right', scale: 0.25, eps: 0.5, dropoutP: 0.75, seed: 9 };
  const [options] = checkScaledDotProductOptions(given, sizes);
  copyInOptions(new OptionWriter(module, block), options);
  const numbers = module.HEAPF64.subarray(block.address() / 8, block.address() / 8 + slots.length);
  expect(Object.fromEntries(slots.map(([name, { value }]) => [name, numbers[value]]))).toEqual({
    maskKind: module.MaskKind.allow.value,
    maskBatch: 1,
    maskHeads: 1,
    maskQueries: 3,
    maskKeys: 4,
    isCausal: 1,
    firstQuery: 1,
    scale: 0.25,
    activation: module.WeightFunction.softmax.value,
    eps: 0.5,
    dropoutP: 0.75,
    seed: 9,
    keyLengths: 1,
    pattern: 0,
    patternWindow: 0,
    randomBlocks: 0,
    patternSeed: 0,
  });
  session.delete();
});

test('an allocation leaves the module’s constants unchanged', async () => {
  const fresh = await instantiate(await compile(readFileSync(join(wasm, 'spotlight-simd.wasm'))));
  // Copy of memory between 1 KB and 5 KB, where the module's constants are; a call must not overwrite them.
  const constants = () => fresh.HEAPU8.slice(1024, 5120);
  const before = constants();
  new fresh.GeneratedTensor().resize(3, 5);
  expect(constants()).toEqual(before);
});

test('numbers repeated in TypeScript equal those of C++', () => {
  expect(PATTERN_BLOCK).toBe(module.SharedConstant.sparseBlock.value);
});

test('the types have the comments of the fields', () => {
  const types = readFileSync(join(wasm, 'spotlight.d.ts'), 'utf8');
  expect(types).toContain('  /** Factor of the scores; 0: 1/√headDim. */\n  scale: number');
});
