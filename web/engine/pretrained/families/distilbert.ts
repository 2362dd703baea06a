// Model family DistilBERT (Sanh et al. 2019): BERT's encoder without token types, and its masked-token head if the file
// contains one.
import { DEFAULTS } from './defaults.js';
import { withMaskedHead } from './masked-head.js';
import type { Family, FamilyModel } from './family.js';

export const distilbert: Family = {
  defaults: DEFAULTS.distilbert,
  renaming: [
    [/^distilbert\./, ''],
    [/LayerNorm\.gamma$/, 'LayerNorm.weight'],
    [/LayerNorm\.beta$/, 'LayerNorm.bias'],
  ],
  read: (config, file) => {
    const contextLength = config.positions('max_position_embeddings');
    const model: FamilyModel = {
      description: {
        embedDim: config.dim('dim'),
        encoder: {
          layers: config.layers('n_layers'),
          vocabulary: config.vocabulary(),
          positions: 'learned', // files contain the positions even if 'sinusoidal_pos_embds' is set
          maxPositions: contextLength,
          ...config.heads('dim', 'n_heads'),
          feedforwardDim: config.dim('hidden_dim'),
          activation: config.activation('activation'),
          epsilon: 1e-12,
          normFirst: false,
          hasEmbeddingNorm: true,
          hasFinalNorm: false,
        },
      },
      tensors: {
        'encoder.tokens': 'embeddings.word_embeddings.*',
        'encoder.positions': 'embeddings.position_embeddings.*',
        'encoder.embedding_norm': 'embeddings.LayerNorm.*',
        'encoder.#.self_attention.query': 'transformer.layer.#.attention.q_lin.*',
        'encoder.#.self_attention.key': 'transformer.layer.#.attention.k_lin.*',
        'encoder.#.self_attention.value': 'transformer.layer.#.attention.v_lin.*',
        'encoder.#.self_attention.output': 'transformer.layer.#.attention.out_lin.*',
        'encoder.#.self_attention_norm': 'transformer.layer.#.sa_layer_norm.*',
        'encoder.#.feed_forward.linear1': 'transformer.layer.#.ffn.lin1.*',
        'encoder.#.feed_forward.linear2': 'transformer.layer.#.ffn.lin2.*',
        'encoder.#.feed_forward_norm': 'transformer.layer.#.output_layer_norm.*',
      },
      unused: [/^(vocab_transform|vocab_layer_norm|vocab_projector|pre_classifier|classifier|qa_outputs)\./],
      contextLength,
    };
    return withMaskedHead(model, config, file, {
      dense: 'vocab_transform',
      norm: 'vocab_layer_norm',
      output: 'vocab_projector',
      bias: 'vocab_projector.bias',
    });
  },
};
