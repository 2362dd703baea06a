// Gemma (Gemma Team 2024), the first: Llama's layers with GeGLU, scaled embeddings, and norms that are stored without their 1.
import { LLAMA_NAMES, readLlama } from './llama.js';
import type { Family } from './family.js';

export const gemma: Family = {
  renaming: LLAMA_NAMES,
  read: (config) => {
    const model = readLlama(config, { isTiedByDefault: true });
    const { description, tensors } = model;
    const activation = config.has('hidden_activation') ? 'hidden_activation' : 'hidden_act';
    const norm = (tensor: string) => ({ tensor, plus: 1 });
    return {
      ...model,
      description: {
        ...description,
        decoder: {
          ...description.decoder!,
          activation: config.activation(activation, 'gelu_pytorch_tanh'),
          embeddingScale: Math.sqrt(description.embedDim),
        },
      },
      tensors: {
        ...tensors,
        'decoder.#.self_attention_norm': norm('layers.#.input_layernorm.*'),
        'decoder.#.feed_forward_norm': norm('layers.#.post_attention_layernorm.*'),
        'decoder.final_norm': norm('norm.*'),
      },
    };
  },
};
