/**
 * Random weights for all parts that a Transformer layer may have, under the names of torch.nn.TransformerEncoderLayer
 * or TransformerDecoderLayer; `up` is the third matrix of SwiGLU.
 */
export function layerWeights(random, { kind = 'encoder', d, hidden, norm = 'layer', activation = 'relu', magnitude }) {
  const isDecoder = kind === 'decoder';
  const shapes = {
    'self_attn.in_proj_weight': [3 * d, d],
    'self_attn.in_proj_bias': [3 * d],
    'self_attn.out_proj.weight': [d, d],
    'self_attn.out_proj.bias': [d],
    'linear1.weight': [hidden, d],
    'linear1.bias': [hidden],
    'linear2.weight': [d, hidden],
    'linear2.bias': [d],
    'norm1.weight': [d],
    'norm2.weight': [d],
    ...(norm === 'layer' ? { 'norm1.bias': [d], 'norm2.bias': [d] } : {}),
    ...(isDecoder && {
      'multihead_attn.in_proj_weight': [3 * d, d],
      'multihead_attn.in_proj_bias': [3 * d],
      'multihead_attn.out_proj.weight': [d, d],
      'multihead_attn.out_proj.bias': [d],
      'norm3.weight': [d],
    }),
    ...(isDecoder && norm === 'layer' && { 'norm3.bias': [d] }),
    ...(activation === 'swiglu' ? { 'up.weight': [hidden, d], 'up.bias': [hidden] } : {}),
  };
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, random.tensor(shape, magnitude)]));
}
