// The description of a Transformer as the web side writes it: number by number, each under its name there
// (web/engine/model/description.ts).
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "../model/description.hpp"

namespace spotlight::bindings {

struct StackField {
  const char* name;
  void (*apply)(double number, StackDescription& stack);
};

template <auto Member>
void set_size(double number, StackDescription& stack) {
  stack.*Member = static_cast<std::size_t>(number);
}
template <auto Member>
void set_number(double number, StackDescription& stack) {
  stack.*Member = static_cast<std::remove_reference_t<decltype(stack.*Member)>>(number);
}
template <auto Member>
void set_flag(double number, StackDescription& stack) {
  stack.*Member = number != 0.0;
}
template <auto Member>
void set_kind(double number, StackDescription& stack) {
  using Kind = std::remove_reference_t<decltype(stack.*Member)>;
  stack.*Member = static_cast<Kind>(static_cast<std::uint8_t>(number));
}

inline constexpr StackField stack_fields[] = {
    {"layers", set_size<&StackDescription::layers>},
    {"vocabulary", set_size<&StackDescription::vocabulary>},
    {"embeddingDim", set_size<&StackDescription::embedding_dim>},
    {"tokenTypes", set_size<&StackDescription::token_types>},
    {"patchDim", set_size<&StackDescription::patch_dim>},
    {"embeddingScale", set_number<&StackDescription::embedding_scale>},
    {"positions", set_kind<&StackDescription::positions>},
    {"maxPositions", set_size<&StackDescription::max_positions>},
    {"rotaryDim", set_size<&StackDescription::rotary_dim>},
    {"theta", set_number<&StackDescription::theta>},
    {"rotaryFactor", [](double factor, StackDescription& stack) { stack.rotary_scaling.factor = factor; }},
    {"rotaryLowFactor", [](double factor, StackDescription& stack) { stack.rotary_scaling.low_factor = factor; }},
    {"rotaryHighFactor", [](double factor, StackDescription& stack) { stack.rotary_scaling.high_factor = factor; }},
    {"rotaryOriginalLength",
     [](double length, StackDescription& stack) { stack.rotary_scaling.original_length = length; }},
    {"rotaryFirst", [](double index, StackDescription& stack) { stack.rotary_scaling.first = index; }},
    {"rotaryLast", [](double index, StackDescription& stack) { stack.rotary_scaling.last = index; }},
    {"rotaryMagnitude",
     [](double factor, StackDescription& stack) { stack.rotary_scaling.magnitude = static_cast<float>(factor); }},
    {"numHeads", set_size<&StackDescription::num_heads>},
    {"numKvHeads", set_size<&StackDescription::num_kv_heads>},
    {"headDim", set_size<&StackDescription::head_dim>},
    {"scale", [](double scale, StackDescription& stack) { stack.scale = static_cast<float>(scale); }},
    {"scoreSoftcap", set_number<&StackDescription::score_softcap>},
    {"biasDistances", set_size<&StackDescription::bias_distances>},
    {"queryBias", set_flag<&StackDescription::query_bias>},
    {"keyBias", set_flag<&StackDescription::key_bias>},
    {"valueBias", set_flag<&StackDescription::value_bias>},
    {"outputBias", set_flag<&StackDescription::output_bias>},
    {"hasQueryKeyNorm", set_flag<&StackDescription::has_query_key_norm>},
    {"hasCrossAttention", set_flag<&StackDescription::has_cross_attention>},
    {"localLayers",  // one by one
     [](double layer, StackDescription& stack) { stack.local_layers[static_cast<std::size_t>(layer)] = true; }},
    {"window", set_size<&StackDescription::window>},
    {"localTheta", set_number<&StackDescription::local_theta>},
    {"feedforwardDim", set_size<&StackDescription::feedforward_dim>},
    {"activation", set_kind<&StackDescription::activation>},
    {"isGated", set_flag<&StackDescription::is_gated>},
    {"feedforwardBias", set_flag<&StackDescription::feedforward_bias>},
    {"norm", set_kind<&StackDescription::norm>},
    {"epsilon", set_number<&StackDescription::epsilon>},
    {"normFirst", set_flag<&StackDescription::norm_first>},
    {"hasOutputNorms", set_flag<&StackDescription::has_output_norms>},
    {"isParallel", set_flag<&StackDescription::is_parallel>},
    {"hasEmbeddingNorm", set_flag<&StackDescription::has_embedding_norm>},
    {"hasFinalNorm", set_flag<&StackDescription::has_final_norm>},
    {"outputDim", set_size<&StackDescription::output_dim>},
    {"logitSoftcap", set_number<&StackDescription::logit_softcap>},
};

class DescriptionBlock {
 public:
  DescriptionBlock(std::size_t embed_dim, bool has_output_bias) {
    description_.embed_dim = embed_dim;
    description_.has_output_bias = has_output_bias;
  }

  /// Whether there is such a field.
  bool set(bool of_encoder, const std::string& name, double number) {
    StackDescription& stack = of_encoder ? description_.encoder : description_.decoder;
    for (const StackField& field : stack_fields) {
      if (name != field.name) continue;
      field.apply(number, stack);
      return true;
    }
    return false;
  }
  const TransformerDescription& description() const { return description_; }

 private:
  TransformerDescription description_;
};

}  // namespace spotlight::bindings
