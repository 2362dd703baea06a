// Makes the files of a GPT-2 of any size whose weights are 0, without keeping the weights in memory.

const NORM = (embedDim) => ({ weight: [embedDim], bias: [embedDim] });
const CONTEXT = 1024;

/** Shapes of GPT-2's tensors by name, in the order of Hugging Face's files. */
function shapesOf({ embedDim, layers, vocabulary }) {
  const linear = (from, to) => ({ weight: [from, to], bias: [to] });
  const shapes = {};
  const add = (name, parts) => Object.entries(parts).forEach(([part, shape]) => (shapes[`${name}.${part}`] = shape));
  for (let layer = 0; layer < layers; layer++) {
    shapes[`h.${layer}.attn.bias`] = [1, 1, CONTEXT, CONTEXT]; // the mask, which is not read
    add(`h.${layer}.attn.c_attn`, linear(embedDim, 3 * embedDim));
    add(`h.${layer}.attn.c_proj`, linear(embedDim, embedDim));
    add(`h.${layer}.ln_1`, NORM(embedDim));
    add(`h.${layer}.ln_2`, NORM(embedDim));
    add(`h.${layer}.mlp.c_fc`, linear(embedDim, 4 * embedDim));
    add(`h.${layer}.mlp.c_proj`, linear(4 * embedDim, embedDim));
  }
  add('ln_f', NORM(embedDim));
  return { ...shapes, 'wpe.weight': [CONTEXT, embedDim], 'wte.weight': [vocabulary, embedDim] };
}

/**
 * Parts of the model's files: `config`; `header` of the weight file; `size`, the number of bytes after it; and
 * `ofSecondLayer`, the position of a byte that belongs to the second layer.
 */
export function largeGpt2({ embedDim, heads, layers, vocabulary }) {
  const shapes = shapesOf({ embedDim, layers, vocabulary });
  const entries = {};
  let size = 0;
  for (const [name, shape] of Object.entries(shapes)) {
    const begin = size;
    size += 4 * shape.reduce((a, b) => a * b, 1);
    entries[name] = { dtype: 'F32', shape, data_offsets: [begin, size] };
  }
  const header = JSON.stringify(entries);
  const config = {
    model_type: 'gpt2',
    n_embd: embedDim,
    n_head: heads,
    n_layer: layers,
    vocab_size: vocabulary,
    n_positions: CONTEXT,
    activation_function: 'gelu_new',
    layer_norm_epsilon: 1e-5,
  };
  return { config, header, size, ofSecondLayer: 8 + header.length + entries['h.1.attn.c_attn.weight'].data_offsets[0] };
}
