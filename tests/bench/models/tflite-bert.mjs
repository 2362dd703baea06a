// An encoder like BERT as a TFLite model: from token ids [1, seqLen] to the last hidden state [1, seqLen, d].
import { GraphBuilder, INT32 } from './tflite-graph.mjs';
import { layerNorm, linear, multihead } from './tflite-layers.mjs';

/**
 * Bytes of the TFLite model.
 * @param config BERT's config.json
 * @param tensorOf returns the numbers of a tensor by its name in the weight file
 */
export function tfliteBert(config, tensorOf, seqLen) {
  const { hidden_size: d, num_attention_heads: heads, layer_norm_eps: eps } = config;
  const graph = new GraphBuilder();
  const whole = [1, seqLen, d];
  const layer = (name) => ({ weight: tensorOf(`${name}.weight`), bias: tensorOf(`${name}.bias`) });
  const add = (left, right) => graph.add('ADD', [left, right], whole);
  const normalize = (from, name) => layerNorm(graph, from, { ...layer(name), eps }, whole);

  const ids = graph.tensor('input_ids', [1, seqLen], INT32);
  const table = graph.constant(tensorOf('embeddings.word_embeddings.weight'), [config.vocab_size, d]);
  const words = graph.add('GATHER', [table, ids], whole);
  const type = tensorOf('embeddings.token_type_embeddings.weight').slice(0, d);
  const positions = tensorOf('embeddings.position_embeddings.weight').slice(0, seqLen * d);
  const typed = add(words, graph.constant(type, [d]));
  let x = normalize(add(typed, graph.constant(positions, whole)), 'embeddings.LayerNorm');
  for (let index = 0; index < config.num_hidden_layers; ++index) {
    const name = `encoder.layer.${index}`;
    const [query, key, value] = ['query', 'key', 'value'].map((each) => layer(`${name}.attention.self.${each}`));
    const output = layer(`${name}.attention.output.dense`);
    const shape = { batch: 1, heads, seqLen, headDim: d / heads };
    const attended = multihead(graph, x, { query, key, value, output }, shape);
    x = normalize(add(x, attended), `${name}.attention.output.LayerNorm`);
    const hidden = linear(graph, x, layer(`${name}.intermediate.dense`), whole);
    const activated = graph.add('GELU', [hidden], [1, seqLen, config.intermediate_size]);
    x = normalize(add(x, linear(graph, activated, layer(`${name}.output.dense`), whole)), `${name}.output.LayerNorm`);
  }
  return graph.finish([ids], x);
}
