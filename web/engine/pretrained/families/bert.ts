// Model families BERT (Devlin et al. 2019), RoBERTa (Liu et al. 2019) and ALBERT (Lan et al. 2020), whose small
// embeddings are projected. They have an encoder, and a masked-token head if the file contains one.
import { DEFAULTS } from './defaults.js';
import type { ConfigFields, Defaults } from './config-fields.js';
import { withMaskedHead, type MaskedHead } from './masked-head.js';
import type { Family, FamilyModel } from './family.js';

/**
 * Creates a BERT-like model family.
 * @param paddingOf returns the id of the padding token if the position table is offset by it, as in RoBERTa; null if
 * the table starts with the first position
 * @param head tensor names of the masked-token head
 */
const family = (defaults: Defaults, paddingOf: (config: ConfigFields) => number | null, head: MaskedHead): Family => ({
  defaults,
  renaming: [
    [/^(bert|roberta)\./, ''],
    [/LayerNorm\.gamma$/, 'LayerNorm.weight'],
    [/LayerNorm\.beta$/, 'LayerNorm.bias'],
  ],
  read: (config, file) => {
    config.expectOnly('position_embedding_type', 'absolute');
    config.expectOnly('is_decoder', false);
    const rows = config.positions('max_position_embeddings');
    const padding = paddingOf(config);
    const first = padding ?? 0; // the table's earlier rows are unused
    const contextLength = padding === null ? rows : rows - padding - 1;
    if (contextLength < 1) throw config.error('max_position_embeddings', `more than ${first + 1}`);
    const model: FamilyModel = {
      description: {
        embedDim: config.dim('hidden_size'),
        encoder: {
          layers: config.layers('num_hidden_layers'),
          vocabulary: config.vocabulary(),
          tokenTypes: config.dim('type_vocab_size'),
          positions: 'learned',
          maxPositions: rows - first,
          ...config.heads('hidden_size', 'num_attention_heads'),
          feedforwardDim: config.dim('intermediate_size'),
          activation: config.activation('hidden_act'),
          epsilon: config.positive('layer_norm_eps'),
          normFirst: false,
          hasEmbeddingNorm: true,
          hasFinalNorm: false,
        },
      },
      tensors: {
        'encoder.tokens': 'embeddings.word_embeddings.*',
        'encoder.positions': { tensor: 'embeddings.position_embeddings.*', rows: [first, rows] },
        'encoder.types': 'embeddings.token_type_embeddings.*',
        'encoder.embedding_norm': 'embeddings.LayerNorm.*',
        'encoder.#.self_attention.query': 'encoder.layer.#.attention.self.query.*',
        'encoder.#.self_attention.key': 'encoder.layer.#.attention.self.key.*',
        'encoder.#.self_attention.value': 'encoder.layer.#.attention.self.value.*',
        'encoder.#.self_attention.output': 'encoder.layer.#.attention.output.dense.*',
        'encoder.#.self_attention_norm': 'encoder.layer.#.attention.output.LayerNorm.*',
        'encoder.#.feed_forward.linear1': 'encoder.layer.#.intermediate.dense.*',
        'encoder.#.feed_forward.linear2': 'encoder.layer.#.output.dense.*',
        'encoder.#.feed_forward_norm': 'encoder.layer.#.output.LayerNorm.*',
      },
      unused: [/^(cls|pooler|lm_head|classifier|qa_outputs)\./, /position_ids$/],
      contextLength,
      ...(padding !== null && { positionsOf: (ids) => positionsAfter(padding, ids) }),
    };
    return withMaskedHead(model, config, file, head);
  },
});

/**
 * Rows of RoBERTa's tokens in the position table: tokens count from 1, and padding tokens, which are skipped, have row
 * 0.
 */
function positionsAfter(padding: number, ids: readonly number[]): number[] {
  let last = 0;
  return ids.map((id) => (id === padding ? 0 : ++last));
}

const MAX_PADDING = 2 ** 22;

export const bert = family(DEFAULTS.bert, () => null, {
  dense: 'cls.predictions.transform.dense',
  norm: 'cls.predictions.transform.LayerNorm',
  output: 'cls.predictions.decoder',
  bias: 'cls.predictions.bias',
});
export const roberta = family(DEFAULTS.roberta, (config) => config.whole('pad_token_id', 0, MAX_PADDING), {
  dense: 'lm_head.dense',
  norm: 'lm_head.layer_norm',
  output: 'lm_head.decoder',
  bias: 'lm_head.bias',
  activation: 'gelu',
});

/** Prefix of the tensor names of ALBERT's only set of layer weights. All layers share it, and each gets a copy. */
const ALBERT_LAYER = 'encoder.albert_layer_groups.0.albert_layers.0';

export const albert: Family = {
  defaults: DEFAULTS.albert,
  renaming: [[/^albert\./, '']],
  read: (config, file) => {
    config.expectOnly('num_hidden_groups', 1);
    config.expectOnly('inner_group_num', 1);
    config.expectOnly('position_embedding_type', 'absolute');
    const contextLength = config.positions('max_position_embeddings');
    const model: FamilyModel = {
      description: {
        embedDim: config.dim('hidden_size'),
        encoder: {
          layers: config.layers('num_hidden_layers'),
          vocabulary: config.vocabulary(),
          embeddingDim: config.dim('embedding_size'),
          tokenTypes: config.dim('type_vocab_size'),
          positions: 'learned',
          maxPositions: contextLength,
          ...config.heads('hidden_size', 'num_attention_heads'),
          feedforwardDim: config.dim('intermediate_size'),
          activation: config.activation('hidden_act'),
          epsilon: config.positive('layer_norm_eps'),
          normFirst: false,
          hasEmbeddingNorm: true,
          hasFinalNorm: false,
        },
      },
      tensors: {
        'encoder.tokens': 'embeddings.word_embeddings.*',
        'encoder.positions': 'embeddings.position_embeddings.*',
        'encoder.types': 'embeddings.token_type_embeddings.*',
        'encoder.embedding_norm': 'embeddings.LayerNorm.*',
        'encoder.projection': 'encoder.embedding_hidden_mapping_in.*',
        'encoder.#.self_attention.query': `${ALBERT_LAYER}.attention.query.*`,
        'encoder.#.self_attention.key': `${ALBERT_LAYER}.attention.key.*`,
        'encoder.#.self_attention.value': `${ALBERT_LAYER}.attention.value.*`,
        'encoder.#.self_attention.output': `${ALBERT_LAYER}.attention.dense.*`,
        'encoder.#.self_attention_norm': `${ALBERT_LAYER}.attention.LayerNorm.*`,
        'encoder.#.feed_forward.linear1': `${ALBERT_LAYER}.ffn.*`,
        'encoder.#.feed_forward.linear2': `${ALBERT_LAYER}.ffn_output.*`,
        'encoder.#.feed_forward_norm': `${ALBERT_LAYER}.full_layer_layer_norm.*`,
      },
      unused: [/^(predictions|sop_classifier|pooler|classifier|qa_outputs)\./, /position_ids$/],
      contextLength,
    };
    return withMaskedHead(model, config, file, {
      dense: 'predictions.dense',
      norm: 'predictions.LayerNorm',
      output: 'predictions.decoder',
      bias: 'predictions.bias',
    });
  },
};
