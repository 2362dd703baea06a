// Weights in float16 and int8: conversion of numbers, and the documented error of attention with such weights, which
// may be one combined matrix or three matrices.
import { fromHalfPrecision, fromInt8PerRow, toHalfPrecision, toInt8PerRow } from 'attention-spotlight';
import fc from 'fast-check';
import { BUILDS, engines } from './engines.mjs';
import { largestDifference, lcg } from './fixtures.mjs';

const numbers = (data) => ({ data: Float32Array.from(data), shape: [data.length] });
const halved = (...data) => [...fromHalfPrecision(toHalfPrecision(numbers(data))).data];

test('float16: known numbers, ties, limits', () => {
  expect(halved(0, 1, -2, 65_504, 2 ** -24, 0.1)).toEqual([0, 1, -2, 65_504, 2 ** -24, Math.fround(0.0999755859375)]);
  expect(halved(1 + 2 ** -11, 1 + 3 * 2 ** -11)).toEqual([1, 1 + 2 ** -9]); // ties are rounded to even
  expect(halved(2 - 2 ** -12)).toEqual([2]); // rounded up to the next power of two
  expect(halved(65_519, 65_520, Infinity, 2 ** -26)).toEqual([65_504, Infinity, Infinity, 0]);
  expect(Object.is(halved(-0)[0], -0)).toBe(true);
  expect(halved(NaN)[0]).toBeNaN();
});

test('float16: every value survives a round trip, and errors are as documented', () => {
  const all = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits);
  const { data } = fromHalfPrecision({ bits: all, shape: [all.length] });
  const again = toHalfPrecision({ data, shape: [all.length] }).bits;
  expect([...all.filter((bits) => !Number.isNaN(data[bits]) && again[bits] !== bits)]).toEqual([]);
  fc.assert(
    fc.property(fc.float({ min: Math.fround(6.2e-5), max: 65_504, noNaN: true }), (x) => {
      expect(Math.abs(halved(x)[0] - x) / x).toBeLessThanOrEqual(2 ** -11);
    }),
  );
});

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test('a layer with weights in reduced precision gives nearly the same', () => {
    const d = 64;
    const [inProjWeight, outProjWeight, x] = [lcg(1, [3 * d, d], 0.125), lcg(2, [d, d], 0.125), lcg(3, [1, 10, d])];
    const outputOf = (inner, outer) => {
      const layer = engine.createMultiheadAttention({
        embedDim: d,
        numHeads: 4,
        inProjWeight: inner,
        outProjWeight: outer,
      });
      const { output } = layer.forward(x, x, x);
      layer.dispose();
      return output.data;
    };
    const exact = outputOf(inProjWeight, outProjWeight);
    const half = [inProjWeight, outProjWeight].map((weight) => fromHalfPrecision(toHalfPrecision(weight)));
    const int8 = [inProjWeight, outProjWeight].map((weight) => fromInt8PerRow(toInt8PerRow(weight)));
    expect(largestDifference(outputOf(...half), exact)).toBeLessThan(1e-3);
    expect(largestDifference(outputOf(...int8), exact)).toBeLessThan(2e-2);
  });

  test('a combined projection in the order key, query, value', () => {
    const d = 16;
    const [qkv, bias, outer, x] = [lcg(1, [3 * d, d], 0.25), lcg(2, [3 * d]), lcg(3, [d, d], 0.25), lcg(4, [1, 5, d])];
    const swapped = ({ data, shape }, size) => ({
      data: Float32Array.from([
        ...data.subarray(size, 2 * size),
        ...data.subarray(0, size),
        ...data.subarray(2 * size),
      ]),
      shape,
    });
    const layerOf = (inProjOrder, inProjWeight, inProjBias) =>
      engine.createMultiheadAttention({
        embedDim: d,
        numHeads: 2,
        inProjOrder,
        inProjWeight,
        inProjBias,
        outProjWeight: outer,
      });
    const [ours, theirs] = [layerOf('qkv', qkv, bias), layerOf('kqv', swapped(qkv, d * d), swapped(bias, d))];
    expect(theirs.forward(x, x, x)).toEqual(ours.forward(x, x, x));
    const [gradient, other] = [ours, theirs].map((layer) => layer.backward(x, x, x, lcg(5, [1, 5, d])));
    expect(other.inProjWeight).toEqual(swapped(gradient.inProjWeight, d * d));
    expect(other.inProjBias).toEqual(swapped(gradient.inProjBias, d));
    for (const layer of [ours, theirs]) layer.dispose();
    expect(() => layerOf('vkq', qkv, bias)).toThrow(/^inProjOrder: expected one of/);
  });

  test('separate W_Q, W_K and W_V equal the combined matrix', () => {
    const d = 6;
    const [q, k, v, outProjWeight] = [1, 2, 3, 4].map((seed) => lcg(seed, [d, d]));
    const inProjWeight = { data: Float32Array.of(...q.data, ...k.data, ...v.data), shape: [3 * d, d] };
    const inProjBias = lcg(5, [3 * d]);
    const x = lcg(6, [2, 5, d]);
    const outputOf = (weights) => {
      const layer = engine.createMultiheadAttention({
        embedDim: d,
        numHeads: 2,
        inProjBias,
        outProjWeight,
        ...weights,
      });
      const { output } = layer.forward(x, x, x);
      layer.dispose();
      return output;
    };
    const three = { qProjWeight: q, kProjWeight: k, vProjWeight: v };
    expect(outputOf(three)).toEqual(outputOf({ inProjWeight }));
    expect(() => outputOf({ qProjWeight: q, kProjWeight: k })).toThrow(/^qProjWeight, .*all three.*got 2 of them$/);
    expect(() => outputOf({ ...three, inProjWeight })).toThrow(/got 3 of them and inProjWeight$/);
    const broken = { data: k.data.map((x, at) => (at === 3 ? NaN : x)), shape: k.shape };
    expect(() => outputOf({ ...three, kProjWeight: broken })).toThrow(/^kProjWeight/);
  });
});
