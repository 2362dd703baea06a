// Hooks of TransformerLens 4 that give the same values as this project's activations, as
// tests/fixtures/check_transformer_lens.py verifies.
import type { FamilyName } from './families/index.js';
import type { TransformerDescription } from '../transformer/description.js';

/** Name of TransformerLens's hook for each step of the computation in pre-norm models, without the layer's prefix. */
export const HOOKS: Readonly<Record<string, string>> = {
  embedding: 'embed.hook_out',
  tokenTypes: 'token_type_embed.hook_out',
  positions: 'pos_embed.hook_out',
  embeddingNormScale: 'embed_ln.hook_scale',
  embeddingNormalized: 'embed_ln.hook_normalized',
  embeddingNorm: 'embed_ln.hook_out',
  residualPre: 'hook_resid_pre',
  attentionNormScale: 'ln1.hook_scale',
  attentionNormalized: 'ln1.hook_normalized',
  attentionInput: 'attn.hook_in',
  query: 'attn.hook_q',
  key: 'attn.hook_k',
  value: 'attn.hook_v',
  queryNormScale: 'attn.q_norm.hook_scale',
  keyNormScale: 'attn.k_norm.hook_scale',
  rotatedQuery: 'attn.hook_rot_q',
  rotatedKey: 'attn.hook_rot_k',
  biased: 'attn.hook_attn_scores',
  masked: 'attn.hook_attn_scores',
  weights: 'attn.hook_pattern',
  headOutput: 'attn.hook_z',
  headResult: 'attn.hook_result',
  attentionProjection: 'attn.o.hook_out',
  attentionOutputNormScale: 'ln1_post.hook_scale',
  attentionOutput: 'hook_attn_out',
  residualMid: 'hook_resid_mid',
  residualMidCross: 'ln3.hook_in',
  feedForwardNormScale: 'ln2.hook_scale',
  feedForwardNormalized: 'ln2.hook_normalized',
  feedForwardInput: 'mlp.hook_in',
  feedForwardPre: 'mlp.hook_pre',
  feedForwardPreLinear: 'mlp.hook_pre_linear',
  feedForwardHidden: 'mlp.hook_post',
  feedForwardProjection: 'mlp.out.hook_out',
  feedForwardOutputNormScale: 'ln2_post.hook_scale',
  feedForwardOutput: 'hook_mlp_out',
  residualPost: 'hook_resid_post',
  finalResidual: 'ln_final.hook_in',
  finalNormScale: 'ln_final.hook_scale',
  finalNormalized: 'ln_final.hook_normalized',
  finalNorm: 'ln_final.hook_out',
  logitsBeforeCap: 'unembed.hook_out',
  logits: 'unembed.hook_out',
};

/** Names of the hooks that differ in post-norm models, where hook_attn_out and hook_resid_post follow the norms. */
export const POST_NORM_HOOKS: Readonly<Record<string, string>> = {
  attentionOutput: 'attn.o.hook_out',
  residualMid: 'ln1.hook_in',
  residualMidCross: 'ln2.hook_in',
  attentionNorm: 'ln1.hook_out',
  residualPost: 'ln2.hook_in',
  feedForwardNorm: 'ln2.hook_out',
};

/**
 * Steps of the computation for which TransformerLens has no hook if it leaves attention to the transformers library.
 */
const UNSEEN = ['masked', 'headResult'];

/**
 * Steps of the computation without an equivalent hook, by model family; null if TransformerLens does not support the
 * family.
 */
const WITHOUT: Readonly<Record<FamilyName, readonly string[] | null>> = {
  llama: [],
  mistral: [],
  qwen2: [],
  qwen3: [],
  gemma: [],
  gemma2: [],
  gemma3_text: [],
  gpt2: [],
  gpt_neox: ['rotatedQuery', 'rotatedKey'],
  gpt_neo: UNSEEN,
  opt: UNSEEN,
  bert: UNSEEN,
  roberta: UNSEEN,
  bart: UNSEEN,
  marian: [...UNSEEN, 'embedding'], // the hook precedes the factor √embedDim
  // T5: the embeddings of the stacks have no hooks, and the hooks of norms subtract the mean, which T5's norms do not.
  t5: [
    ...UNSEEN,
    'embedding',
    'attentionNormScale',
    'attentionNormalized',
    'feedForwardNormScale',
    'feedForwardNormalized',
    'finalNormScale',
    'finalNormalized',
  ],
  vit: [...UNSEEN, 'embedding', 'positions'], // only the sum with the patches has a hook
  distilbert: null,
  'xlm-roberta': null,
  albert: null,
  spotlight: null,
};

/** Name of the TransformerLens hook that has the same values as an activation; null if there is none. */
export function hookOf(family: FamilyName, description: TransformerDescription, activation: string): string | null {
  const [attention, ...place] = activation.split('.') as [string, ...string[]];
  const step = place.pop()!;
  const { encoder, decoder } = description;
  const { normFirst = true, logitSoftcap = 0, outputDim } = (attention === 'encoder' ? encoder : decoder)!;
  const hook = (!normFirst && POST_NORM_HOOKS[step]) || HOOKS[step];
  if (hook === undefined || WITHOUT[family]?.includes(step) !== false) return null;
  if (step === 'logits' && (logitSoftcap > 0 || outputDim !== undefined)) return null;
  if (step === 'finalResidual' && !normFirst) return null;
  const [layer] = place;
  if (encoder && decoder) return hookOfPair(hook, attention, layer, step);
  return layer === undefined ? hook : `blocks.${layer}.${hook}`;
}

/** Name of the TransformerLens hook that has the same values as an activation of an encoder-decoder. */
function hookOfPair(hook: string, attention: string, layer: string | undefined, step: string): string {
  if (layer !== undefined)
    return `${attention === 'encoder' ? 'encoder' : 'decoder'}_blocks.${layer}.${hookInBlock(hook, attention, step)}`;
  if (hook.startsWith('unembed')) return hook;
  return attention === 'decoder' ? `decoder_${hook}` : hook.replace(/^ln_final/, 'encoder_$&');
}

/** Name of a TransformerLens hook inside a block of an encoder-decoder. */
function hookInBlock(hook: string, attention: string, step: string): string {
  if (attention === 'encoder') return hook;
  if (attention === 'decoder') {
    const isAfterCross = step.startsWith('feedForward') || step === 'residualPost';
    return isAfterCross ? hook.replace(/^ln2/, 'ln3') : hook.replace(/^attn/, 'self_attn');
  }
  if (step === 'attentionOutput') return 'cross_attn.o.hook_out';
  return hook.replace(/^ln1/, 'ln2').replace(/^attn/, 'cross_attn');
}
