#include "encoder.hpp"

#include <cmath>

#include "embedding.hpp"

namespace spotlight {

void embed_tokens(const Transformer& model, const TokenFeatures& tokens, Tensor3& x) {
  const std::size_t dim = model.config.embed_dim;
  const float scale = std::sqrt(static_cast<float>(dim));
  const std::size_t count = tokens.offsets.size() - 1;
  allocate(x, "x", {1, count, dim});
  x.fill(0.0F);
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<std::size_t>(tokens.offsets[i]);
    const auto end = static_cast<std::size_t>(tokens.offsets[i + 1]);
    for (std::size_t feature = begin; feature < end; ++feature) {
      const float* row = &model.source_embedding(static_cast<std::size_t>(tokens.rows[feature]), 0);
      for (std::size_t c = 0; c < dim; ++c) x(0, i, c) += scale * tokens.weights[feature] * row[c];
    }
  }
  add_sinusoidal_positions(rows_of(x));
}

void encode(const Transformer& model, const TokenFeatures& tokens, const AttentionOptions& options,
            EncoderOutput& result) {
  Tensor3 x;
  BlockScratch scratch;
  embed_tokens(model, tokens, x);
  memory::allocate(result.inputs, "the inputs of the layers", model.encoder.size());
  for (std::size_t l = 0; l < model.encoder.size(); ++l) {
    block_forward(model.encoder[l], nullptr, {.self = options, .cross = {}}, scratch, x);
    assign(result.inputs[l], "the input of a layer", scratch.self_input);
  }
  normalize(x, model.encoder_norm, result.output);
}

}  // namespace spotlight
