#include "encoder.hpp"

namespace spotlight {

void encode(const Transformer& model, const TokenFeatures& tokens, const AttentionOptions& options,
            EncoderOutput& result) {
  const Stack& encoder = model.encoder;
  Tensor3 x;
  BlockScratch scratch;
  embed_tokens(model.description.encoder, encoder, tokens, 0, x);
  memory::allocate(result.inputs, "the inputs of the layers", encoder.blocks.size());
  for (std::size_t l = 0; l < encoder.blocks.size(); ++l) {
    block_forward(encoder.blocks[l], nullptr, {.self = options, .cross = {}}, scratch, x);
    assign(result.inputs[l], "the input of a layer", scratch.self_input);
  }
  if (model.description.encoder.has_final_norm) {
    normalize(x, encoder.final_norm, result.output);
  } else {
    assign(result.output, "the encoder's output", x);
  }
}

}  // namespace spotlight
