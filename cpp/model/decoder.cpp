#include "decoder.hpp"

#include <cmath>

#include "embedding.hpp"

namespace spotlight {

Decoder::Decoder(const Transformer& model, const Tensor3& encoder_output, const BlockOptions& options)
    : model_(&model), options_(options), caches_(model.decoder.size()) {
  for (std::size_t l = 0; l < caches_.size(); ++l) init_cache(model.decoder[l], &encoder_output, caches_[l]);
}

const Tensor3& Decoder::step(std::size_t token) {
  embed(token);
  for (std::size_t l = 0; l < caches_.size(); ++l) {
    caches_[l].decoded = decoded_;
    block_decode_step(model_->decoder[l], options_, caches_[l], scratch_, x_);
  }
  normalize(x_, model_->decoder_norm, normalized_);
  linear_forward(normalized_, model_->output, logits_, "logits");
  ++decoded_;
  return logits_;
}

void Decoder::embed(std::size_t token) {
  const std::size_t dim = model_->config.embed_dim;
  const float scale = std::sqrt(static_cast<float>(dim));
  allocate(x_, "x", {1, 1, dim});
  for (std::size_t c = 0; c < dim; ++c) x_(0, 0, c) = scale * model_->target_embedding(token, c);
  add_sinusoidal_positions(rows_of(x_), decoded_);
}

}  // namespace spotlight
