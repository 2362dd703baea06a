#include "decoder.hpp"

#include <algorithm>
#include <numeric>

#include "../kernels/activations.hpp"

namespace spotlight {
namespace {

/// Each token is one row of the table.
void set_rows(std::span<const std::int32_t> rows, TokenFeatures& tokens) {
  constexpr const char* name = "text";
  memory::allocate(tokens.rows, name, rows.size());
  memory::allocate(tokens.weights, name, rows.size());
  memory::allocate(tokens.offsets, name, rows.size() + 1);
  std::ranges::copy(rows, tokens.rows.begin());
  std::ranges::fill(tokens.weights, 1.0F);
  std::iota(tokens.offsets.begin(), tokens.offsets.end(), 0);
}

}  // namespace

Decoder::Decoder(const Transformer& model, const Tensor3* encoder_output, const BlockOptions& options)
    : model_(&model), options_(options), caches_(model.decoder.blocks.size()) {
  for (std::size_t l = 0; l < caches_.size(); ++l) init_cache(model.decoder.blocks[l], encoder_output, caches_[l]);
}

const Tensor3& Decoder::append(std::span<const std::int32_t> tokens) {
  const StackDescription& description = model_->description.decoder;
  set_rows(tokens, tokens_);
  embed_tokens(description, model_->decoder, tokens_, decoded_, x_);
  for (std::size_t l = 0; l < caches_.size(); ++l) {
    caches_[l].decoded = decoded_;
    block_decode(model_->decoder.blocks[l], options_, caches_[l], scratch_, x_);
  }
  if (description.has_final_norm) {
    normalize(x_, model_->decoder.final_norm, output_);
  } else {
    assign(output_, "the decoder's output", x_);
  }
  decoded_ += tokens.size();
  return output_;
}

const Tensor3& Decoder::logits(std::size_t count) {
  allocate(last_, "the last outputs", {1, count, output_.shape(2)});
  std::copy_n(&output_(0, output_.shape(1) - count, 0), last_.size(), last_.data());
  linear_forward(last_, model_->output, logits_, "logits");
  const float cap = model_->description.decoder.logit_softcap;
  if (cap > 0.0F) kernels::softcap(rows_of(logits_), cap);
  return logits_;
}

}  // namespace spotlight
