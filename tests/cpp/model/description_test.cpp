#include "model/description.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "../models.hpp"

namespace {

using spotlight::RotaryScaling;
using spotlight::StackDescription;
using spotlight::TransformerDescription;

/// Converts to any type, to find out with how many initializers an aggregate can be initialized.
struct Anything {
  template <class Member>
  operator Member() const;
};

template <class Struct, std::size_t... Index>
constexpr bool has_members(std::index_sequence<Index...>) {
  return requires { Struct{(static_cast<void>(Index), Anything{})...}; };
}

/// Number of members of a struct: the maximum number of its initializers.
template <class Struct, std::size_t Count = 1>
constexpr std::size_t member_count() {
  if constexpr (has_members<Struct>(std::make_index_sequence<Count>())) return member_count<Struct, Count + 1>();
  return Count - 1;
}

template <class Struct>
std::size_t visited() {
  std::size_t count = 0;
  Struct::visit_fields([&](const char*, auto) { ++count; });
  return count;
}

/// Name of the decoder field that `change` makes invalid; empty if all fields are valid.
std::string wrong_field(const std::function<void(StackDescription&)>& change) {
  TransformerDescription description = spotlight::decoder_only();
  change(description.decoder);
  try {
    const spotlight::Transformer model(description);
    return "";
  } catch (const std::invalid_argument& error) {
    return std::string(error.what()).substr(std::string("no Transformer has this ").size());
  }
}

TEST(Description, AFieldThatNoTransformerHasIsNamed) {
  EXPECT_EQ(wrong_field([](auto&) {}), "");
  EXPECT_EQ(wrong_field([](auto& of) { of.num_heads = 0; }), "numHeads");
  EXPECT_EQ(wrong_field([](auto& of) { of.num_kv_heads = 0; }), "numKvHeads");
  EXPECT_EQ(wrong_field([](auto& of) { of.num_kv_heads = 3; }), "numKvHeads");
  EXPECT_EQ(wrong_field([](auto& of) { of.head_dim = 0; }), "headDim");
  EXPECT_EQ(wrong_field([](auto& of) { of.num_heads = std::size_t{1} << 63U, of.head_dim = 2; }), "headDim");
  EXPECT_EQ(wrong_field([](auto& of) { of.rotary_dim = 7; }), "rotaryDim");
  EXPECT_EQ(wrong_field([](auto& of) { of.rotary_dim = 12; }), "rotaryDim");
  EXPECT_EQ(wrong_field([](auto& of) { of.bias_distances = 4; }), "biasDistances");
  EXPECT_EQ(wrong_field([](auto& of) { of.positions = spotlight::Positions::learned; }), "maxPositions");
  EXPECT_EQ(wrong_field([](auto& of) { of.theta = 0.0; }), "theta");
  EXPECT_EQ(wrong_field([](auto& of) { of.epsilon = 0.0F; }), "epsilon");
  EXPECT_EQ(wrong_field([](auto& of) { of.has_cross_attention = true; }), "hasCrossAttention");
}

TEST(Description, AScalingOfFrequenciesHasBoundsInOrder) {
  const auto change_scaling = [](const RotaryScaling& scaling) {
    return wrong_field([&](StackDescription& of) { of.rotary_scaling = scaling; });
  };
  EXPECT_EQ(change_scaling({.factor = 0.0}), "rotaryScaling");
  EXPECT_EQ(change_scaling({.low_factor = 4.0, .high_factor = 4.0, .original_length = 64.0}), "rotaryScaling");
  EXPECT_EQ(change_scaling({.first = 3.0, .last = 2.0}), "rotaryScaling");
  EXPECT_EQ(change_scaling({.low_factor = 1.0, .high_factor = 4.0, .original_length = 64.0}), "");
  EXPECT_EQ(change_scaling({.first = 1.0, .last = 2.0}), "");
}

// An encoder must not have windows: a window limits previous tokens only, so that without a causal mask, a token would
// still attend to all later ones.
TEST(Description, AnEncoderHasNoWindows) {
  TransformerDescription description = spotlight::encoder_decoder();
  description.encoder.local_layers = description.decoder.local_layers = {0, 0};
  EXPECT_EQ(spotlight::invalid_field(description), nullptr);
  description.decoder.local_layers = {0, 1};
  EXPECT_EQ(spotlight::invalid_field(description), nullptr);
  description.encoder.local_layers = {0, 1};
  EXPECT_STREQ(spotlight::invalid_field(description), "localLayers");
}

TEST(Description, VectorsHaveASize) {
  TransformerDescription description = spotlight::decoder_only();
  description.embed_dim = 0;
  EXPECT_STREQ(spotlight::invalid_field(description), "embedDim");
}

TEST(Description, AParallelBlockHasNoSublayersThatItLeavesOut) {
  const auto change_parallel = [](const std::function<void(StackDescription&)>& change) {
    return wrong_field([&](StackDescription& of) {
      of.is_parallel = true;
      change(of);
    });
  };
  EXPECT_EQ(change_parallel([](auto&) {}), "");
  EXPECT_EQ(change_parallel([](auto& of) { of.norm_first = false; }), "isParallel");
  EXPECT_EQ(change_parallel([](auto& of) { of.has_output_norms = true; }), "isParallel");
  EXPECT_EQ(change_parallel([](auto& of) { of.feedforward_dim = 0; }), "isParallel");
  TransformerDescription description = spotlight::encoder_decoder();
  description.decoder.is_parallel = true;
  EXPECT_THROW(spotlight::Transformer{description}, std::invalid_argument);
}

// A Transformer object must not be copied or moved, since its output weights may point to its own embeddings.
TEST(Description, AModelStaysWhereItIs) {
  EXPECT_FALSE(std::is_copy_constructible_v<spotlight::Transformer>);
  EXPECT_FALSE(std::is_move_constructible_v<spotlight::Transformer>);
}

TEST(Description, EveryMemberIsInTheTableThatJavaScriptSees) {
  EXPECT_EQ(visited<RotaryScaling>(), member_count<RotaryScaling>());
  EXPECT_EQ(visited<StackDescription>(), member_count<StackDescription>());
  EXPECT_EQ(visited<TransformerDescription>(), member_count<TransformerDescription>());
}

}  // namespace
