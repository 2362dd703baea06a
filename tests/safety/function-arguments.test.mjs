// Functions that need no engine reject invalid arguments with an error that names the argument.
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
import { about } from '../about.mjs';

const NAN = { data: Float32Array.of(NaN), shape: [1, 1] };
test.each([
  ['tensor of a list with holes', () => tensor(new Array(3), [3]), about('data[0]', undefined)],
  ['tensor beyond float32', () => tensor([1e300], [1]), about('data[0]', 1e300)],
  ['fromHalfPrecision()', () => fromHalfPrecision(), about('half', undefined)],
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
  ['fromInt8PerRow()', () => fromInt8PerRow(), about('int8')],
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
    about('int8.scales[0]'),
  ],
  ['toInt8PerRow of NaN', () => toInt8PerRow(NAN), about('value[0, 0]')],
  ['tokenize()', () => tokenize(), about('text')],
  ['tokenize(null)', () => tokenize(null), about('text', null)],
  ["attentionRollout('abc')", () => attentionRollout('abc'), about('layers', 'abc')],
  ['attentionRollout with holes', () => attentionRollout(new Array(2)), about('layers[0]', undefined)],
  [
    'attentionRollout of a second layer that is wrong',
    () => attentionRollout([lcg(1, [1, 2, 2]), 3]),
    about('layers[1]'),
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
  ['learnedPositions of null', () => learnedPositions(null, 1), about('weight')],
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
