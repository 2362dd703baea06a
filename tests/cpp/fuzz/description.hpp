// Draws the description of a Transformer (sizes and options of its encoder and decoder) from the fuzzer's bytes, as
// web/engine/transformer/description.ts writes it. C++ relies on these guarantees of the model families in
// web/engine/pretrained/families:
// - sizes are at least 1; numHeads is a multiple of numKvHeads; rotaryDim is even and at most headDim;
// - localLayers has one byte per decoder layer; cross-attention requires an encoder;
// - biasDistances is odd; a parallel block is pre-norm, with a feed-forward layer and without cross-attention or output
//   norms;
// - theta, localTheta, epsilon, softcaps and rotary factors are above 0; upper rotary bounds are above the lower ones.
#pragma once

#include <algorithm>
#include <string_view>

#include "input.hpp"
#include "model/description.hpp"

namespace fuzz {

using spotlight::Positions;
using spotlight::StackDescription;
using Activation = spotlight::FeedForwardActivation;

/// Sets fields of an encoder or decoder description by their JavaScript names.
class StackWriter {
 public:
  explicit StackWriter(StackDescription& stack) : stack_(stack) {}
  template <class Number>
  void operator()(std::string_view name, Number number) const {
    bool is_field = false;
    StackDescription::visit_fields([&](std::string_view each, auto member) {
      using Field = std::remove_reference_t<decltype(stack_.*member)>;
      if constexpr (requires { static_cast<Field>(number); }) {
        if (each != name) return;
        stack_.*member = static_cast<Field>(number);
        is_field = true;
      }
    });
    if (!is_field) std::abort();  // the C++ description has no such field
  }
  StackDescription& stack() const { return stack_; }

 private:
  StackDescription& stack_;
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
  spotlight::RotaryScaling& scaling = write.stack().rotary_scaling;
  if (input.flag()) scaling.factor = input.positive();
  if (input.one_in(3)) scaling.magnitude = static_cast<float>(input.positive());
  const bool is_llama = input.one_in(3);
  if (!is_llama && !input.one_in(3)) return;
  const double low = input.positive();
  const double high = input.positive();
  if (!(low < high)) return;
  (is_llama ? scaling.low_factor : scaling.first) = low;
  (is_llama ? scaling.high_factor : scaling.last) = high;
  if (is_llama) scaling.original_length = static_cast<double>(input.size(1, 1 << 24));
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
  const double epsilon = input.one_in(3) ? input.positive() : 1e-5;
  // An epsilon that float32 rounds to 0 would be rejected; the default stays in its place.
  if (static_cast<float>(epsilon) > 0.0F) write("epsilon", epsilon);
  const bool is_parallel = feedforward_dim > 0 && !has_cross_attention && input.one_in(4);
  write("isParallel", is_parallel ? 1 : 0);
  write("normFirst", is_parallel || input.flag() ? 1 : 0);
  write("hasOutputNorms", !is_parallel && input.one_in(4) ? 1 : 0);
}

inline void draw_stack(Input& input, StackDescription& stack, bool of_encoder, bool has_cross_attention) {
  const StackWriter write(stack);
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
  if (!of_encoder && input.one_in(3)) {
    for (std::size_t layer = 0; layer < layers; ++layer) stack.local_layers.push_back(input.flag() ? 1 : 0);
    write("window", static_cast<double>(input.flag() ? input.size(1, 90) : (1ULL << 24)));
    if (input.flag()) write("localTheta", input.positive());
  }
  write("hasEmbeddingNorm", input.one_in(3) ? 1 : 0);
  write("hasFinalNorm", input.flag() ? 1 : 0);
  if (input.one_in(4)) write("logitSoftcap", input.positive());
  if (!of_encoder && input.one_in(4)) write("outputTransformDim", static_cast<double>(input.size(1, 9)));
}

}  // namespace fuzz
