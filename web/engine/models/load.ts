// Loads a pretrained model: what its config.json says decides which family it is of.
import { expectArray, expectObject, expectOneOf, expectOptions } from '../core/checks.js';
import { bytesOf, parse } from '../model/model-files.js';
import { checkHeads } from '../model/model-config.js';
import { Safetensors } from '../weights/safetensors.js';
import { TransformerComputation } from '../model/transformer-computation.js';
import { ConfigFields } from './config-fields.js';
import { PretrainedModel } from './pretrained-model.js';
import { SubwordTokenizer } from './subword-tokenizer.js';
import { FAMILY_NAMES, type Family, type FamilyModel, type FamilyName } from './family.js';
import { isGguf } from '../weights/is-gguf.js';
import { Shards } from '../weights/shards.js';
import type { WeightsFile } from '../weights/weights-file.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';

type File = string | URL | Blob;

/** The files of a pretrained model, as Hugging Face has them, or one GGUF file: URLs or blobs. */
export interface PretrainedFiles {
  /** model.safetensors, all its parts where it has several, or a GGUF file. */
  weights: File | readonly File[];
  /** config.json. A GGUF file says itself what it has. */
  config?: File;
  /** tokenizer.json. Without it, texts are given as the ids of their tokens; a GGUF file has its own. */
  tokenizer?: File;
}

const FAMILIES: Readonly<Record<FamilyName, () => Promise<Family>>> = {
  llama: async () => (await import('./llama.js')).llama,
  mistral: async () => (await import('./llama.js')).mistral,
  qwen2: async () => (await import('./llama.js')).qwen2,
  qwen3: async () => (await import('./llama.js')).qwen3,
  gemma: async () => (await import('./gemma.js')).gemma,
  gpt_neo: async () => (await import('./gpt-neo.js')).gptNeo,
  gpt_neox: async () => (await import('./gpt-neox.js')).gptNeox,
  opt: async () => (await import('./opt.js')).opt,
  gpt2: async () => (await import('./gpt2.js')).gpt2,
  bert: async () => (await import('./bert.js')).bert,
  roberta: async () => (await import('./bert.js')).roberta,
  'xlm-roberta': async () => (await import('./bert.js')).roberta,
  distilbert: async () => (await import('./distilbert.js')).distilbert,
  bart: async () => (await import('./bart.js')).bart,
  spotlight: async () => (await import('./spotlight.js')).spotlight,
};

const MAX_FILES = 1000;

/** What the files say of a model. */
interface Opened {
  name: FamilyName;
  parts: FamilyModel;
  weights: WeightsFile;
  /** The contents of tokenizer.json, or what says the same; null: there is none. */
  tokenizer: unknown;
  /** What config.json says of the heads. */
  heads?: unknown;
}

/** @param live returns the module, or throws if the engine has been disposed of in the meantime */
export async function loadPretrained(value: unknown, read: ReadFile, live: () => Module): Promise<PretrainedModel> {
  const files = expectOptions('files', value, ['weights', 'config', 'tokenizer']);
  const optional = async (name: 'config' | 'tokenizer'): Promise<unknown> =>
    files[name] === undefined ? null : parse(name, await bytesOf(name, files[name], read));
  const given = Array.isArray(files['weights'])
    ? expectArray('weights', files['weights'], MAX_FILES)
    : [files['weights']];
  const [config, tokenizer, ...weights] = await Promise.all([
    optional('config'),
    optional('tokenizer'),
    ...given.map((file) => bytesOf('weights', file, read)),
  ]);
  if (weights.length === 0) throw new RangeError('weights: expected a file or several, got an empty array');
  const open = weights.some(isGguf) ? openGguf : openSafetensors;
  const { name, parts, heads = [], ...opened } = await open(weights, config, tokenizer);
  const subwords = opened.tokenizer === null ? null : await SubwordTokenizer.load(opened.tokenizer);
  const checkedHeads = checkHeads('config.heads', heads, parts.description);
  const computation = new TransformerComputation(live(), { ...parts, weights: opened.weights });
  return new PretrainedModel(name, computation, parts, subwords, checkedHeads);
}

async function openSafetensors(weights: readonly ArrayBuffer[], config: unknown, tokenizer: unknown): Promise<Opened> {
  if (config === null)
    throw new TypeError('config: expected config.json, since the weights are no GGUF file; got none');
  const fields = expectObject('config', config);
  const name = expectOneOf('config.model_type', fields['model_type'], FAMILY_NAMES);
  const family = await FAMILIES[name]();
  const renamed = (tensor: string) =>
    family.renaming.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), tensor);
  return {
    name,
    parts: family.read(new ConfigFields(fields)),
    weights: new Shards(weights.map((file) => new Safetensors(file, renamed))),
    tokenizer,
    heads: fields['heads'],
  };
}

async function openGguf(weights: readonly ArrayBuffer[], config: unknown, tokenizer: unknown): Promise<Opened> {
  if (weights.length > 1) throw new RangeError(`weights: expected one GGUF file, got ${weights.length} files`);
  if (config !== null) throw new TypeError('config: expected none beside a GGUF file, which says itself what it has');
  const { readGguf } = await import('./gguf-model.js');
  const { tokenizerOfGguf } = await import('./gguf-tokenizer.js');
  const model = readGguf(weights[0]!);
  return { ...model, tokenizer: tokenizer ?? tokenizerOfGguf(model.weights.metadata) };
}
