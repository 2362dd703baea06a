// TypeScript program that uses the package and is compiled with strict checks.
import wasm from 'attention-spotlight/spotlight-simd.wasm';
import { configure, costOf, createEngine, flags, tensor, type FamilyName, type Model } from 'attention-spotlight';
import { defaultModel } from 'attention-spotlight/model';
import { stories } from 'attention-spotlight/stories';
import { AttentionSpotlight } from 'attention-spotlight/element';
import 'attention-spotlight/inline';
import { createEngine as createInlineEngine, type Engine } from 'attention-spotlight/engine-inline';

configure({ wasmUrl: '/wasm/', modelUrl: (file) => `/model/${file}`, workerUrl: null });
const engine = await createEngine({ wasm, build: 'simd' });
const one = tensor([1, 0], [1, 1, 1, 2]);
export const bytes: number = costOf({ queries: 8, headDim: 64 }).total.bytes;
export const inline: Engine = await createInlineEngine({ build: 'relaxed' });
export const output: Float32Array = engine.scaledDotProductAttention(one, one, one).output.data;
export const heads = (await engine.loadModel(defaultModel)).heads;
export const models: readonly Model[] = [await engine.loadModel(), await engine.loadModel(stories)];
export const family: FamilyName = (await engine.loadModel(stories, { layers: 1 })).family;
// @ts-expect-error -- the default model is loaded whole
await engine.loadModel(defaultModel, { layers: 1 });
// @ts-expect-error -- it is no published one
await engine.loadPretrained(defaultModel);

const allow = flags([[true], [false]]);
export const weights: Float32Array = engine.scaledDotProductAttention(one, one, one, {
  needWeights: true,
  mask: { allow },
}).weights.data;
// @ts-expect-error -- not there unless asked for
export const absent: Float32Array = engine.scaledDotProductAttention(one, one, one).weights.data;

const element = document.createElement('attention-spotlight');
export const isTyped: AttentionSpotlight = element;
element.temperature = '2'; // as in an attribute
element.temperature = 2;
element.temperature = null; // restores the default
export const temperature: number = element.temperature;
element.causal = 'on';
element.lang = 'zh-Hans';
element.mask = '7.5';
element.mask = [[7, 5]];
element.state = { view: 'matrix', query: '7' };
element.addEventListener('stage', ({ detail }) => detail.stage satisfies 'softmax' | (string & {}));
element.addEventListener('select', ({ detail: { query, cell } }) => [query.toFixed(), cell?.row.toFixed()]);
element.addEventListener('error', ({ detail: { error } }) => String(error));
element.addEventListener('click', ({ clientX }) => clientX);
document.querySelector('attention-spotlight')?.play();

// @ts-expect-error -- not a view
element.view = 'martix';
// @ts-expect-error -- not a number
element.temperature = 'hot';
// @ts-expect-error -- no such option
costOf({ querys: 8 });
