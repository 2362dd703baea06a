#include "model/interventions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace spotlight {
namespace {

// Positions may be those of future tokens, or invalid.
TEST(Interventions, LeaveOutPairsOutsideTheSequences) {
  AttentionIntervention intervention;
  intervention.blocked_keys = {-1, 4};
  intervention.blocked_pairs = {0, -1, -1, 0, 1, -9, 9, 1, 1, 2};
  const LayerOptions options(intervention, {}, {.first = 0, .queries = 2, .keys = 3});
  const MultiheadOptions of_layer = options.of_layer(0, {});
  const std::uint8_t* flags = of_layer.default_options.mask.flags;
  EXPECT_EQ(std::vector<std::uint8_t>(flags, flags + 6), (std::vector<std::uint8_t>{0, 0, 0, 0, 0, 1}));
}

// A session allocates the result with the sizes that the caller passes.
TEST(Interventions, ReadNoMoreThanTheyHaveRoomFor) {
  Matrix numbers({4, 6}, 7.0F);
  const StepView view = {
      .data = numbers.data(), .heads = 1, .rows = 4, .columns = 6, .head_stride = numbers.size(), .row_stride = 6};
  const Place place = {.attention = Attention::encoder, .layer = 0};
  StepInterventions interventions;
  interventions.read(place, Step::residual_pre, {}, {1, 3, 6});
  interventions.on(place, Step::residual_pre, view);
  EXPECT_EQ(interventions.result(), Tensor3({1, 3, 6}, 7.0F));
  interventions.read(place, Step::residual_pre, {}, {1, 4, 5});
  interventions.on(place, Step::residual_pre, view);
  EXPECT_EQ(interventions.result(), Tensor3({1, 4, 5}, 7.0F));
}

}  // namespace
}  // namespace spotlight
