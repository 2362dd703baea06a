#include "description.hpp"

#include <algorithm>

#include "../core/memory.hpp"

namespace spotlight {
namespace {

/// True if a rotary scaling is valid: its factor is positive, and the bounds between which Llama 3 or YaRN interpolates
/// are in ascending order.
bool is_scaling(const RotaryScaling& scaling) {
  const bool has_turns = scaling.original_length == 0.0 || scaling.low_factor < scaling.high_factor;
  const bool has_indices = scaling.last == 0.0 || scaling.first < scaling.last;
  return scaling.factor > 0.0 && scaling.original_length >= 0.0 && has_turns && has_indices;
}

/// True if at least one layer has an attention window. Only decoders support windows, since a window limits previous
/// tokens only.
bool has_local_layers(const StackDescription& stack) {
  return std::ranges::any_of(stack.local_layers, [](char is_local) { return is_local != 0; });
}

const char* invalid_field_in(const StackDescription& stack, bool can_cross) {
  const bool is_plain_parallel =
      stack.norm_first && stack.has_feed_forward() && !stack.has_cross_attention && !stack.has_output_norms;
  const double columns = static_cast<double>(stack.num_heads) * static_cast<double>(stack.head_dim);
  return first_broken({
      {.field = "maxPositions", .holds = stack.positions != Positions::learned || stack.max_positions > 0},
      {.field = "theta", .holds = stack.theta > 0.0},
      {.field = "rotaryScaling", .holds = is_scaling(stack.rotary_scaling)},
      {.field = "epsilon", .holds = stack.epsilon > 0.0F},
      {.field = "numHeads", .holds = stack.num_heads > 0},
      {.field = "numKvHeads", .holds = stack.num_kv_heads > 0 && stack.num_heads % stack.num_kv_heads == 0},
      {.field = "headDim", .holds = columns > 0.0 && columns <= memory::max_bytes},
      {.field = "rotaryDim", .holds = stack.rotary_dim % 2 == 0 && stack.rotary_dim <= stack.head_dim},
      {.field = "biasDistances", .holds = stack.bias_distances == 0 || stack.bias_distances % 2 == 1},
      {.field = "hasCrossAttention", .holds = can_cross || !stack.has_cross_attention},
      {.field = "isParallel", .holds = is_plain_parallel || !stack.is_parallel},
  });
}

}  // namespace

const char* first_broken(std::initializer_list<FieldCondition> conditions) {
  for (const auto& [field, holds] : conditions) {
    if (!holds) return field;
  }
  return nullptr;
}

const char* invalid_field(const TransformerDescription& description) {
  const StackDescription& encoder = description.encoder;
  const StackDescription& decoder = description.decoder;
  const bool has_decoder = decoder.layers > 0;
  const char* field = encoder.layers > 0 ? invalid_field_in(encoder, false) : nullptr;
  if (field == nullptr && has_decoder) field = invalid_field_in(decoder, encoder.layers > 0);
  if (field != nullptr) return field;
  const bool is_left_out = encoder.output_transform_dim > 0 && (has_decoder || encoder.output_dim == 0);
  return first_broken({
      {.field = "embedDim", .holds = description.embed_dim > 0},
      {.field = "localLayers", .holds = !has_local_layers(encoder)},
      {.field = "outputTransformDim", .holds = !is_left_out},
  });
}

}  // namespace spotlight
