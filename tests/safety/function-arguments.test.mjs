// Arguments that a function without an engine refuses, by name.
import {
  alibiMask,
  attentionRollout,
  costOf,
  fromHalfPrecision,
  fromInt8PerRow,
  learnedPositions,
  meanOfHeads,
  rotaryPositions,
  sinusoidalPositions,
  softmaxJacobian,
  tensor,
  toInt8PerRow,
  tokenize,
} from 'attention-spotlight';
import { lcg } from '../engine/fixtures.mjs';

const NAN = { data: Float32Array.of(NaN), shape: [1, 1] };
test.each([
  ['tensor of a list with holes', () => tensor(new Array(3), [3]), /^data\[0\]: expected a number, got undefined/],
  ['tensor beyond float32', () => tensor([1e300], [1]), /^data\[0\]: expected a number within float32, got 1e\+300/],
  ['fromHalfPrecision()', () => fromHalfPrecision(), /^half: expected an object, got undefined/],
  [
    'fromHalfPrecision of floats',
    () => fromHalfPrecision({ bits: new Float32Array(1), shape: [1] }),
    /^half\.bits: expected a Uint16Array/,
  ],
  [
    'fromHalfPrecision of too little',
    () => fromHalfPrecision({ bits: new Uint16Array(1), shape: [2] }),
    /^half\.bits: expected 2 numbers/,
  ],
  ['fromInt8PerRow()', () => fromInt8PerRow(), /^int8: expected an object/],
  [
    'fromInt8PerRow without scales',
    () => fromInt8PerRow({ values: new Int8Array(2), shape: [1, 2] }),
    /^int8\.scales: expected a Float32Array/,
  ],
  [
    'fromInt8PerRow with too few scales',
    () => fromInt8PerRow({ values: new Int8Array(2), scales: new Float32Array(1), shape: [2, 1] }),
    /^int8\.scales\.length: expected 2/,
  ],
  [
    'fromInt8PerRow with NaN',
    () => fromInt8PerRow({ values: new Int8Array(1), scales: Float32Array.of(NaN), shape: [1, 1] }),
    /^int8\.scales\[0\]: expected a finite number/,
  ],
  ['toInt8PerRow of NaN', () => toInt8PerRow(NAN), /^value\[0, 0\]: expected a finite number/],
  ['tokenize()', () => tokenize(), /^text: expected a string/],
  ['tokenize(null)', () => tokenize(null), /^text: expected a string, got null/],
  ["attentionRollout('abc')", () => attentionRollout('abc'), /^layers: expected an array, got the string 'abc'/],
  [
    'attentionRollout with holes',
    () => attentionRollout(new Array(2)),
    /^layers\[0\]: expected an object, got undefined/,
  ],
  [
    'attentionRollout of a second layer that is wrong',
    () => attentionRollout([lcg(1, [1, 2, 2]), 3]),
    /^layers\[1\]: expected an object/,
  ],
  [
    'meanOfHeads of NaN',
    () => meanOfHeads({ data: Float32Array.of(NaN), shape: [1, 1, 1] }),
    /^weights\[0, 0, 0\]: expected a finite/,
  ],
  ['softmaxJacobian of NaN', () => softmaxJacobian(NAN), /^weights\[0, 0\]: expected a finite/],
  [
    'softmaxJacobian beyond memory',
    () => softmaxJacobian({ data: new Float32Array(1e5), shape: [1, 1e5] }),
    /^out of memory: the Jacobian/,
  ],
  [
    'rotaryPositions of NaN',
    () => rotaryPositions({ data: new Float32Array(2).fill(NaN), shape: [1, 1, 1, 2] }),
    /^x\[0, 0, 0, 0\]/,
  ],
  [
    'rotaryPositions with a tiny base',
    () => rotaryPositions(lcg(1, [1, 1, 2, 8]), { base: 5e-324, offset: 1 }),
    /^base: expected 1 or more/,
  ],
  [
    'rotaryPositions beyond float32',
    () => rotaryPositions({ data: new Float32Array(2).fill(3e38), shape: [1, 1, 1, 2] }, { offset: 1 }),
    /^rotated\[0, 0, 0, 1\] is beyond float32/,
  ],
  ['learnedPositions of null', () => learnedPositions(null, 1), /^weight: expected an object/],
  ['sinusoidalPositions beyond memory', () => sinusoidalPositions(1e9, 1e9), /^out of memory: positions/],
  ['alibiMask beyond memory', () => alibiMask(16, 1e6, 1e6), /^out of memory: the mask/],
  [
    'costOf with heads that do not divide',
    () => costOf({ queries: 2, headDim: 2, heads: 4, numKeyValueHeads: 3 }),
    /^numKeyValueHeads: expected a divisor of heads = 4, got 3/,
  ],
])('%s', (_, call, message) => {
  expect(call).toThrow(message);
});
