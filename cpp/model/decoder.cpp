#include "decoder.hpp"

#include <cmath>

#include "embedding.hpp"

namespace spotlight {

Decoder::Decoder(const Transformer& model, const Tensor3& memory, const BlockOptions& options)
    : model_(model), options_(options), caches_(model.decoder.size()) {
  for (std::size_t l = 0; l < caches_.size(); ++l) begin_steps(model.decoder[l], &memory, caches_[l]);
}

const Tensor3& Decoder::step(std::size_t piece) {
  embed(piece);
  for (std::size_t l = 0; l < caches_.size(); ++l) step_block(model_.decoder[l], options_, caches_[l], scratch_, x_);
  normalise(x_, model_.decoder_norm, normalised_);
  project(normalised_, model_.output, scores_);
  return scores_;
}

void Decoder::embed(std::size_t piece) {
  const std::size_t dim = model_.config.embed_dim;
  const float scale = std::sqrt(static_cast<float>(dim));
  x_.resize({1, 1, dim});
  for (std::size_t c = 0; c < dim; ++c) x_(0, 0, c) = scale * model_.piece_embedding(piece, c);
  add_sinusoidal_positions(rows_of(x_), length_);
  embedding_.append(x_);
  ++length_;
}

}  // namespace spotlight
