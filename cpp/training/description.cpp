#include "description.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace spotlight::training {
namespace {

/// JavaScript names of the description's fields that training supports. All other fields must have their default
/// values.
constexpr auto offered =
    std::to_array<std::string_view>({"layers", "vocabulary", "embeddingScale", "positions", "maxPositions", "rotaryDim",
                                     "theta", "numHeads", "numKvHeads", "headDim", "hasCrossAttention", "scale",
                                     "localLayers", "norm", "epsilon", "feedforwardDim", "activation", "isGated"});

/// JavaScript name of the first field that training does not support and whose value is not its default; null if there
/// is none.
const char* first_other(const StackDescription& stack) {
  const StackDescription defaults;
  const char* other = nullptr;
  StackDescription::visit_fields([&](const char* field, auto member) {
    if (other != nullptr || stack.*member == defaults.*member) return;
    if (std::ranges::find(offered, field) == offered.end()) other = field;
  });
  return other;
}

const char* not_offered_in(const StackDescription& stack, std::size_t embed_dim, bool can_cross) {
  const bool is_rotary = stack.positions == Positions::rotary_halves;
  const bool has_other_positions =
      stack.positions == Positions::sinusoid_halves || stack.positions == Positions::rotary_pairs;
  if (const char* field = first_other(stack)) return field;
  return first_broken({
      {.field = "scale", .holds = stack.scale >= 0.0F},
      {.field = "positions", .holds = !has_other_positions},
      {.field = "maxPositions", .holds = stack.max_positions > 0 || stack.positions == Positions::none},
      {.field = "rotaryDim", .holds = !is_rotary || stack.rotary_dim == stack.head_dim},
      {.field = "numKvHeads", .holds = stack.num_kv_heads == stack.num_heads},
      {.field = "headDim", .holds = stack.head_dim * stack.num_heads == embed_dim},
      {.field = "hasCrossAttention", .holds = can_cross || !stack.has_cross_attention},
  });
}

}  // namespace

const char* not_offered(const TransformerDescription& description) {
  const StackDescription& encoder = description.encoder;
  const StackDescription& decoder = description.decoder;
  const char* field = encoder.layers > 0 ? not_offered_in(encoder, description.embed_dim, false) : nullptr;
  if (field == nullptr && decoder.layers > 0) {
    field = not_offered_in(decoder, description.embed_dim, encoder.layers > 0);
  }
  if (field != nullptr) return field;
  return description.has_output_bias ? "hasOutputBias" : nullptr;
}

}  // namespace spotlight::training
