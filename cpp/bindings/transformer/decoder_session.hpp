// Decoder of a model: several hypotheses of the target text, decoded token by token or all tokens at once.
#pragma once

#include <algorithm>
#include <vector>

#include "../../model/decoder.hpp"
#include "transformer_memory.hpp"

namespace spotlight::bindings {

/// Decoder of a TransformerSession, with several hypotheses. Functions with a hypothesis as argument return false if it
/// does not exist.
class DecoderSession {
 public:
  using Name = TransformerTensor;

  explicit DecoderSession(TransformerMemory& memory) : memory_(memory) {}

  /// Creates the given number of empty hypotheses, all of which attend to the current encoder output.
  void begin(std::size_t hypotheses) {
    hypotheses_.clear();  // the hypotheses refer to the caches
    cross_ = cross_caches(memory_.model, memory_.encoder_output(), memory_.interventions);
    // A new vector of hypotheses is constructed, because vector::assign() would add code for copying to existing
    // elements.
    memory::fulfill({.name = "the hypotheses", .shape = {&hypotheses, 1}, .element_size = sizeof(Decoder)}, [&] {
      hypotheses_ = std::vector<Decoder>(hypotheses, Decoder(memory_.model, cross_, memory_.interventions));
    });
  }
  /// Restores the cached keys and values of the first tokens of the first hypothesis, which must be empty, from their
  /// residual stream before a layer or after the last layer. Must be called for the layer that append_from() will begin
  /// at and for each later one.
  bool restore(std::size_t layer) {
    if (hypotheses_.empty()) return false;
    hypotheses_.front().restore(layer, memory_.residual);
    return true;
  }
  /// Appends the target tokens to a hypothesis, and computes the logits for the last `count` target tokens; `count` may
  /// be 0.
  bool append(std::size_t hypothesis, std::size_t count) {
    if (hypothesis >= hypotheses_.size()) return false;
    Decoder& decoder = hypotheses_[hypothesis];
    memory_.tensors.set(Name::output, decoder.append(memory_.target.rows));
    if (count > 0) memory_.tensors.set(Name::logits, decoder.logits(count));
    return true;
  }
  /// Appends tokens to the first hypothesis, given by their residual stream before layer `layer`: computes this layer
  /// and the later ones.
  bool append_from(std::size_t layer) {
    if (hypotheses_.empty()) return false;
    memory_.tensors.set(Name::output, hypotheses_.front().append_from(layer, memory_.residual));
    return true;
  }
  /// Replaces hypothesis `to` with a copy of hypothesis `from`, as beam search does.
  bool fork(std::size_t from, std::size_t to) {
    if (std::max(from, to) >= hypotheses_.size()) return false;
    hypotheses_[to] = hypotheses_[from];
    return true;
  }

  /// Address of the first hypothesis's residual stream before layer `layer`, or after the last layer, [tokens,
  /// embed_dim]; null if it has not been stored.
  std::uintptr_t residual(std::size_t layer) const {
    if (hypotheses_.empty()) return 0;
    const std::vector<RowBuffer>& residuals = hypotheses_.front().residuals();
    return layer < residuals.size() ? reinterpret_cast<std::uintptr_t>(residuals[layer].values.data()) : 0;
  }

  void release() {
    spotlight::release(hypotheses_);
    spotlight::release(cross_);
  }

 private:
  TransformerMemory& memory_;
  CrossCaches cross_;
  std::vector<Decoder> hypotheses_;
};

}  // namespace spotlight::bindings
