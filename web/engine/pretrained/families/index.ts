// Table of the model families, by the `model_type` in config.json. A family's code is loaded with the first model of
// that family.
import type { Family } from './family.js';

/** Functions that load the code of a model family, by the family's name. */
export const FAMILIES = {
  llama: async () => (await import('./llama.js')).llama,
  mistral: async () => (await import('./llama.js')).mistral,
  qwen2: async () => (await import('./llama.js')).qwen2,
  qwen3: async () => (await import('./llama.js')).qwen3,
  gemma: async () => (await import('./gemma.js')).gemma,
  gemma2: async () => (await import('./gemma.js')).gemma2,
  gemma3_text: async () => (await import('./gemma.js')).gemma3,
  gpt2: async () => (await import('./gpt2.js')).gpt2,
  gpt_neo: async () => (await import('./gpt-neo.js')).gptNeo,
  gpt_neox: async () => (await import('./gpt-neox.js')).gptNeox,
  opt: async () => (await import('./opt.js')).opt,
  bert: async () => (await import('./bert.js')).bert,
  distilbert: async () => (await import('./distilbert.js')).distilbert,
  albert: async () => (await import('./bert.js')).albert,
  roberta: async () => (await import('./bert.js')).roberta,
  'xlm-roberta': async () => (await import('./bert.js')).roberta,
  bart: async () => (await import('./bart.js')).bart,
  marian: async () => (await import('./bart.js')).marian,
  t5: async () => (await import('./t5.js')).t5,
  vit: async () => (await import('./vit.js')).vit,
  spotlight: async () => (await import('./spotlight.js')).spotlight,
} as const satisfies Readonly<Record<string, () => Promise<Family>>>;

export type FamilyName = keyof typeof FAMILIES;
export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[];

/** Display names of the model families; null for 'spotlight', the models of this project's trainer. */
export const FAMILY_TITLES: Readonly<Record<FamilyName, string | null>> = {
  llama: 'Llama',
  mistral: 'Mistral',
  qwen2: 'Qwen',
  qwen3: 'Qwen',
  gemma: 'Gemma',
  gemma2: 'Gemma',
  gemma3_text: 'Gemma',
  gpt2: 'GPT-2',
  gpt_neo: 'GPT-Neo',
  gpt_neox: 'GPT-NeoX',
  opt: 'OPT',
  bert: 'BERT',
  distilbert: 'DistilBERT',
  albert: 'ALBERT',
  roberta: 'RoBERTa',
  'xlm-roberta': 'XLM-RoBERTa',
  bart: 'BART',
  marian: 'Marian',
  t5: 'T5',
  vit: 'ViT',
  spotlight: null,
};

export const GGUF_FAMILIES = ['llama', 'qwen2', 'qwen3'] as const satisfies readonly FamilyName[];

export const IMAGE_FAMILIES: readonly FamilyName[] = ['vit'];
