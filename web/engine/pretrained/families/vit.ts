// Model family ViT (Dosovitskiy et al. 2021), and DeiT without distillation, whose config.json declares itself as ViT.
// The models are encoders whose tokens are [CLS] and the patches of an image. The patch embedding is a convolution
// whose stride is the patch size, so it is computed as a linear layer.
import { DEFAULTS } from './defaults.js';
import { numbersOfPatch, patchesOf, type ImageFormat } from '../patches.js';
import type { ConfigFields } from './config-fields.js';
import type { Family } from './family.js';

const MAX_SIDE = 4096;
const MAX_CHANNELS = 64;

function imageOf(config: ConfigFields): ImageFormat {
  const [height, width] = config.sides('image_size', MAX_SIDE);
  const [patchHeight, patchWidth] = config.sides('patch_size', MAX_SIDE);
  const channels = config.whole('num_channels', 1, MAX_CHANNELS);
  if (patchHeight > height || patchWidth > width) throw config.error('patch_size', `at most ${height} × ${width}`);
  return { channels, height, width, patchHeight, patchWidth };
}

export const vit: Family = {
  defaults: DEFAULTS.vit,
  renaming: [[/^vit\./, '']],
  read: (config, file) => {
    const image = imageOf(config);
    const { channels, patchHeight, patchWidth } = image;
    const embedDim = config.dim('hidden_size');
    const tokens = 1 + patchesOf(image);
    const hasBias = config.flag('qkv_bias');
    const labels = file.has('classifier.weight') ? config.labels() : null;
    return {
      description: {
        embedDim,
        encoder: {
          layers: config.layers('num_hidden_layers'),
          vocabulary: 1,
          patchDim: numbersOfPatch(image),
          positions: 'learned',
          maxPositions: tokens,
          ...config.heads('hidden_size', 'num_attention_heads'),
          queryBias: hasBias,
          keyBias: hasBias,
          valueBias: hasBias,
          feedforwardDim: config.dim('intermediate_size'),
          activation: config.activation('hidden_act'),
          epsilon: config.positive('layer_norm_eps'),
          ...(labels && { outputDim: labels.length }),
        },
        hasOutputBias: true,
      },
      tensors: {
        'encoder.tokens': { tensor: 'embeddings.cls_token', shape: [1, 1, embedDim] },
        'encoder.patches.weight': {
          tensor: 'embeddings.patch_embeddings.projection.weight',
          shape: [embedDim, channels, patchHeight, patchWidth],
        },
        'encoder.patches.bias': 'embeddings.patch_embeddings.projection.bias',
        'encoder.positions': { tensor: 'embeddings.position_embeddings', shape: [1, tokens, embedDim] },
        'encoder.#.self_attention_norm': 'encoder.layer.#.layernorm_before.*',
        'encoder.#.self_attention.query': 'encoder.layer.#.attention.attention.query.*',
        'encoder.#.self_attention.key': 'encoder.layer.#.attention.attention.key.*',
        'encoder.#.self_attention.value': 'encoder.layer.#.attention.attention.value.*',
        'encoder.#.self_attention.output': 'encoder.layer.#.attention.output.dense.*',
        'encoder.#.feed_forward_norm': 'encoder.layer.#.layernorm_after.*',
        'encoder.#.feed_forward.linear1': 'encoder.layer.#.intermediate.dense.*',
        'encoder.#.feed_forward.linear2': 'encoder.layer.#.output.dense.*',
        'encoder.final_norm': 'layernorm.*',
        output: 'classifier.*',
      },
      unused: [/^pooler\./, /^embeddings\.mask_token$/],
      contextLength: tokens,
      image,
      ...(labels && { classes: { labels, token: 'first' as const, padding: null } }),
    };
  },
};
