// The description of a Transformer, written as web/engine/model/description.ts writes it. What the families
// (web/engine/models/families) guarantee, and C++ relies on:
// - sizes are at least 1; numHeads is a multiple of numKvHeads, and rotaryDim even and at most headDim;
// - layers are at most 1024, and localLayers below layers; a decoder's cross-attention needs an encoder;
// - biasDistances is odd; a parallel block is pre-norm, with a feed-forward layer and without cross-attention or output
// norms;
// - theta, localTheta, epsilon, softcaps and the rotary factors are above 0, and of the two bounds the high one is
// higher.
#pragma once

#include "bindings/description_block.hpp"
#include "input.hpp"

namespace fuzz {

using spotlight::Positions;
using spotlight::bindings::DescriptionBlock;
using Activation = spotlight::FeedForward::Activation;

/// Writes the fields of one stack.
class StackWriter {
 public:
  StackWriter(DescriptionBlock& block, bool of_encoder) : block_(block), of_encoder_(of_encoder) {}
  void operator()(const char* name, double number) const {
    if (!block_.set(of_encoder_, name, number)) std::abort();  // C++ has no such field
  }
  template <class Kind>
    requires std::is_enum_v<Kind>
  void operator()(const char* name, Kind kind) const {
    (*this)(name, static_cast<double>(kind));
  }

 private:
  DescriptionBlock& block_;
  bool of_encoder_;
};

inline void draw_heads(Input& input, const StackWriter& write) {
  const std::size_t kv_heads = input.size(1, 2);
  const std::size_t head_dim = input.size(1, 9);
  write("numKvHeads", static_cast<double>(kv_heads));
  write("numHeads", static_cast<double>(kv_heads * input.size(1, 3)));
  write("headDim", static_cast<double>(head_dim));
  write("rotaryDim", static_cast<double>(2 * input.size(0, head_dim / 2)));
}

inline void draw_rotary(Input& input, const StackWriter& write) {
  if (input.flag()) write("theta", input.positive());
  if (input.flag()) write("rotaryFactor", input.positive());
  if (input.one_in(3)) write("rotaryMagnitude", input.positive());
  const bool is_llama = input.one_in(3);
  if (!is_llama && !input.one_in(3)) return;
  const double low = input.positive();
  const double high = input.positive();
  if (!(low < high)) return;
  write(is_llama ? "rotaryLowFactor" : "rotaryFirst", low);
  write(is_llama ? "rotaryHighFactor" : "rotaryLast", high);
  if (is_llama) write("rotaryOriginalLength", static_cast<double>(input.size(1, 1 << 24)));
}

inline void draw_block(Input& input, const StackWriter& write, bool has_cross_attention) {
  const char* flags[] = {"queryBias",       "keyBias",         "valueBias", "outputBias",
                         "hasQueryKeyNorm", "feedforwardBias", "isGated"};
  for (const char* name : flags) write(name, input.flag() ? 1 : 0);
  if (input.one_in(3)) write("scale", static_cast<double>(input.number()));
  if (input.one_in(4)) write("scoreSoftcap", input.positive());
  if (input.one_in(3)) write("biasDistances", static_cast<double>(2 * input.size(0, 20) + 1));
  const std::size_t feedforward_dim = input.size(0, 20);
  write("feedforwardDim", static_cast<double>(feedforward_dim));
  write("activation", input.pick({Activation::relu, Activation::gelu, Activation::gelu_tanh, Activation::silu}));
  write("norm", input.flag() ? spotlight::Norm::Kind::layer : spotlight::Norm::Kind::rms);
  if (input.one_in(3)) write("epsilon", input.positive());
  const bool is_parallel = feedforward_dim > 0 && !has_cross_attention && input.one_in(4);
  write("isParallel", is_parallel ? 1 : 0);
  write("normFirst", is_parallel || input.flag() ? 1 : 0);
  write("hasOutputNorms", !is_parallel && input.one_in(4) ? 1 : 0);
}

/// A stack for a whole model.
inline void draw_stack(Input& input, DescriptionBlock& block, bool of_encoder, bool has_cross_attention) {
  const StackWriter write(block, of_encoder);
  const std::size_t layers = input.size(1, 3);
  write("layers", static_cast<double>(layers));
  write("vocabulary", static_cast<double>(input.size(1, 70)));
  write("hasCrossAttention", has_cross_attention ? 1 : 0);
  if (input.one_in(4)) write("embeddingDim", static_cast<double>(input.size(1, 9)));
  if (of_encoder && input.one_in(4)) write("tokenTypes", static_cast<double>(input.size(1, 3)));
  if (of_encoder && input.one_in(4)) write("patchDim", static_cast<double>(input.size(1, 9)));
  if (input.one_in(4)) write("embeddingScale", static_cast<double>(input.number()));
  constexpr Positions positions[] = {Positions::none,         Positions::learned,
                                     Positions::sinusoids,    Positions::sinusoid_halves,
                                     Positions::rotary_pairs, Positions::rotary_halves};
  write("positions", input.pick(positions));
  write("maxPositions", static_cast<double>(input.size(1, 90)));
  draw_heads(input, write);
  draw_rotary(input, write);
  draw_block(input, write, has_cross_attention);
  if (input.one_in(3)) {
    for (std::size_t layer = 0; layer < layers; ++layer) {
      if (input.flag()) write("localLayers", static_cast<double>(layer));
    }
    write("window", static_cast<double>(input.flag() ? input.size(1, 90) : (1ULL << 24)));
    if (input.flag()) write("localTheta", input.positive());
  }
  write("hasEmbeddingNorm", input.one_in(3) ? 1 : 0);
  write("hasFinalNorm", input.flag() ? 1 : 0);
  if (input.one_in(4)) write("logitSoftcap", input.positive());
}

}  // namespace fuzz
