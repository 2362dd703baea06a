// Loads a pretrained model: what its config.json says decides which family it is of.
import { expectObject, expectOneOf, expectOptions } from '../core/checks.js';
import { bytesOf, parse } from '../model/model-files.js';
import { checkHeads } from '../model/model-config.js';
import { Safetensors } from '../model/safetensors.js';
import { TransformerComputation } from '../model/transformer-computation.js';
import { ConfigFields } from './config-fields.js';
import { PretrainedModel } from './pretrained-model.js';
import { SubwordTokenizer } from './subword-tokenizer.js';
import { FAMILY_NAMES, type Family, type FamilyName } from './family.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';

/** The files of a pretrained model, as Hugging Face has them: URLs or blobs. */
export interface PretrainedFiles {
  /** model.safetensors */
  weights: string | URL | Blob;
  /** config.json */
  config: string | URL | Blob;
  /** tokenizer.json. Without it, texts are given as the ids of their tokens. */
  tokenizer?: string | URL | Blob;
}

const FAMILIES: Readonly<Record<FamilyName, () => Promise<Family>>> = {
  llama: async () => (await import('./llama.js')).llama,
  mistral: async () => (await import('./llama.js')).mistral,
  qwen2: async () => (await import('./llama.js')).qwen2,
  qwen3: async () => (await import('./llama.js')).qwen3,
  gemma: async () => (await import('./gemma.js')).gemma,
  gpt_neox: async () => (await import('./gpt-neox.js')).gptNeox,
  opt: async () => (await import('./opt.js')).opt,
  gpt2: async () => (await import('./gpt2.js')).gpt2,
  bert: async () => (await import('./bert.js')).bert,
  roberta: async () => (await import('./bert.js')).roberta,
  'xlm-roberta': async () => (await import('./bert.js')).roberta,
  distilbert: async () => (await import('./distilbert.js')).distilbert,
  bart: async () => (await import('./bart.js')).bart,
};

/** @param live returns the module, or throws if the engine has been disposed of in the meantime */
export async function loadPretrained(value: unknown, read: ReadFile, live: () => Module): Promise<PretrainedModel> {
  const files = expectOptions('files', value, ['weights', 'config', 'tokenizer']);
  const [weights, config, tokenizer] = await Promise.all([
    bytesOf('weights', files['weights'], read),
    bytesOf('config', files['config'], read),
    files['tokenizer'] === undefined ? null : bytesOf('tokenizer', files['tokenizer'], read),
  ]);
  const fields = expectObject('config', parse('config', config));
  const name = expectOneOf('config.model_type', fields['model_type'], FAMILY_NAMES);
  const family = await FAMILIES[name]();
  const parts = family.read(new ConfigFields(fields));
  const subwords = tokenizer && (await SubwordTokenizer.load(parse('tokenizer', tokenizer)));
  const renamed = (tensor: string) =>
    family.renaming.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), tensor);
  const heads = checkHeads('config.heads', fields['heads'] ?? [], parts.description);
  const computation = new TransformerComputation(live(), { ...parts, weights: new Safetensors(weights, renamed) });
  return new PretrainedModel(name, computation, parts, subwords, heads);
}
