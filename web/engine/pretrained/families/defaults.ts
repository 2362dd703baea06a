// Default values of config.json fields that files may omit, from each family's config class in the transformers
// library. Versions 4 and 5 of the library agree on them (tests/fixtures/make_config_defaults.py).
import type { Defaults } from './config-fields.js';

const ROTARY: Defaults = { rope_theta: 10_000, rms_norm_eps: 1e-6 };
const LLAMA: Defaults = { ...ROTARY, hidden_act: 'silu', tie_word_embeddings: false };
const QWEN: Defaults = {
  ...LLAMA,
  num_key_value_heads: 32,
  use_sliding_window: false,
  sliding_window: 4096,
  max_window_layers: 28,
};
const GEMMA: Defaults = {
  ...ROTARY,
  attention_bias: false,
  head_dim: 256,
  tie_word_embeddings: true,
  pad_token_id: 0,
  eos_token_id: 1,
};
const LATER_GEMMA: Defaults = {
  ...GEMMA,
  num_key_value_heads: 4,
  hidden_activation: 'gelu_pytorch_tanh',
  query_pre_attn_scalar: 256,
  sliding_window: 4096,
};
const GPT: Defaults = {
  activation_function: 'gelu_new',
  layer_norm_epsilon: 1e-5,
  tie_word_embeddings: true,
  eos_token_id: 50_256,
};
const BERT: Defaults = { hidden_act: 'gelu', layer_norm_eps: 1e-12, type_vocab_size: 2 };
const ROBERTA: Defaults = { ...BERT, pad_token_id: 1 };
const SEQUENCES: Defaults = { activation_function: 'gelu', scale_embedding: false };

export const DEFAULTS = {
  llama: { ...LLAMA, attention_bias: false, mlp_bias: false, eos_token_id: 2 },
  mistral: { ...LLAMA, num_key_value_heads: 8, sliding_window: 4096, eos_token_id: 2 },
  qwen2: QWEN,
  qwen3: { ...QWEN, attention_bias: false, head_dim: 128 },
  gemma: { ...GEMMA, num_key_value_heads: 16, hidden_act: 'gelu_pytorch_tanh' },
  gemma2: { ...LATER_GEMMA, attn_logit_softcapping: 50, final_logit_softcapping: 30 },
  gemma3_text: {
    ...LATER_GEMMA,
    rope_theta: 1_000_000,
    rope_local_base_freq: 10_000,
    sliding_window_pattern: 6,
  },
  gpt2: { ...GPT, scale_attn_weights: true },
  gpt_neo: { ...GPT, window_size: 256 },
  gpt_neox: {
    hidden_act: 'gelu',
    layer_norm_eps: 1e-5,
    rotary_emb_base: 10_000,
    rotary_pct: 0.25,
    attention_bias: true,
    use_parallel_residual: true,
    tie_word_embeddings: false,
    eos_token_id: 2,
  },
  opt: {
    activation_function: 'relu',
    do_layer_norm_before: true,
    enable_bias: true,
    tie_word_embeddings: true,
    pad_token_id: 1,
    eos_token_id: 2,
  },
  bert: BERT,
  distilbert: { activation: 'gelu' },
  albert: { ...BERT, hidden_act: 'gelu_new', embedding_size: 128 },
  roberta: ROBERTA,
  'xlm-roberta': ROBERTA,
  bart: { ...SEQUENCES, decoder_start_token_id: 2, eos_token_id: 2 },
  marian: { ...SEQUENCES, decoder_start_token_id: 58_100, pad_token_id: 58_100, eos_token_id: 0 },
  t5: {
    d_kv: 64,
    relative_attention_num_buckets: 32,
    relative_attention_max_distance: 128,
    feed_forward_proj: 'relu',
    layer_norm_epsilon: 1e-6,
    pad_token_id: 0,
    eos_token_id: 1,
  },
  vit: { image_size: 224, patch_size: 16, num_channels: 3, hidden_act: 'gelu', layer_norm_eps: 1e-12, qkv_bias: true },
} satisfies Readonly<Record<string, Defaults>>;
