#include "encoder.hpp"

#include <cmath>

#include "embedding.hpp"

namespace spotlight {

void embed_words(const Transformer& model, const WordFeatures& words, Tensor3& x) {
  const std::size_t dim = model.config.embed_dim;
  const float scale = std::sqrt(static_cast<float>(dim));
  const std::size_t count = words.first.size() - 1;
  x.resize({1, count, dim});
  x.fill(0.0F);
  for (std::size_t i = 0; i < count; ++i) {
    for (auto feature = static_cast<std::size_t>(words.first[i]);
         feature < static_cast<std::size_t>(words.first[i + 1]); ++feature) {
      const float* row = &model.word_embedding(static_cast<std::size_t>(words.rows[feature]), 0);
      for (std::size_t c = 0; c < dim; ++c) x(0, i, c) += scale * words.weights[feature] * row[c];
    }
  }
  add_sinusoidal_positions(rows_of(x));
}

void encode(const Transformer& model, const WordFeatures& words, const AttentionOptions& options, Encoded& encoded) {
  Tensor3 x;
  BlockScratch scratch;
  embed_words(model, words, x);
  encoded.embedding = x;
  encoded.inputs.resize(model.encoder.size());
  for (std::size_t l = 0; l < model.encoder.size(); ++l) {
    run_block(model.encoder[l], nullptr, {.self = options, .cross = {}}, scratch, x);
    encoded.inputs[l] = scratch.self_input;
  }
  normalise(x, model.encoder_norm, encoded.memory);
}

}  // namespace spotlight
