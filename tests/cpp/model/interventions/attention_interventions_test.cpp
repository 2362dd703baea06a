#include "model/interventions/attention_interventions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace spotlight {
namespace {

TEST(AttentionInterventions, ChangeOnlyTheirLayerAndHead) {
  const auto options_in = [](std::size_t layer, const AttentionIntervention& intervention) {
    return LayerOptions(intervention, {}, {.first = 0, .queries = 2, .keys = 3}).of_layer(layer, {});
  };
  for (const std::size_t layer : {0, 1}) {
    EXPECT_EQ(options_in(layer, {.scale = 0.5F}).default_options.scale, 0.5F);
    const MultiheadOptions of_head = options_in(layer, {.head = 2, .scale = 0.5F});
    EXPECT_EQ(of_head.default_options.scale, std::nullopt);
    EXPECT_EQ(of_head.head, 2U);
    EXPECT_EQ(of_head.head_options.scale, 0.5F);
  }
  EXPECT_EQ(options_in(0, {.layer = 1, .scale = 0.5F}).default_options.scale, std::nullopt);
  EXPECT_EQ(options_in(1, {.layer = 1, .scale = 0.5F}).default_options.scale, 0.5F);
  EXPECT_EQ(options_in(0, {.layer = 1, .head = 2, .scale = 0.5F}).head, MultiheadOptions::no_head);
  EXPECT_EQ(options_in(1, {.layer = 1, .head = 2, .scale = 0.5F}).head, 2U);
}

// Blocked positions outside the sequences are ignored: they may belong to tokens that are decoded later, or be invalid.
TEST(AttentionInterventions, LeaveOutPairsOutsideTheSequences) {
  AttentionIntervention intervention;
  intervention.blocked_keys = {-1, 4};
  intervention.blocked_pairs = {0, -1, -1, 0, 1, -9, 9, 1, 1, 2};
  const LayerOptions options(intervention, {}, {.first = 0, .queries = 2, .keys = 3});
  const MultiheadOptions of_layer = options.of_layer(0, {});
  const std::uint8_t* flags = of_layer.default_options.mask.flags;
  EXPECT_EQ(std::vector<std::uint8_t>(flags, flags + 6), (std::vector<std::uint8_t>{0, 0, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace spotlight
