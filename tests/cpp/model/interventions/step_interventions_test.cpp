#include "model/interventions/step_interventions.hpp"

#include <gtest/gtest.h>

namespace spotlight {
namespace {

constexpr Place place = {.attention = Attention::encoder, .layer = 0};

StepView view_of(Matrix& numbers) {
  return {.data = numbers.data(),
          .heads = 1,
          .rows = numbers.shape(0),
          .columns = numbers.shape(1),
          .head_stride = numbers.size(),
          .row_stride = numbers.shape(1)};
}

Replacement replacement_of(Place of, Step step, float value) {
  return {.place = of, .step = step, .selection = {}, .values = Tensor3({1, 1, 1}, value)};
}

TEST(StepInterventions, ApplyToTheirStepInTheOrderInWhichTheyWereAdded) {
  constexpr Place other_place = {.attention = Attention::cross, .layer = 0};
  StepInterventions interventions;
  interventions.add(replacement_of(place, Step::residual_post, 1.0F));
  interventions.add(replacement_of(place, Step::residual_pre, 2.0F));
  interventions.add(replacement_of(other_place, Step::residual_pre, 5.0F));
  interventions.add(replacement_of(place, Step::residual_pre, 3.0F)).adds = true;
  interventions.add(replacement_of(place, Step::query, 7.0F));
  interventions.add(replacement_of(place, Step::residual_pre, 0.5F)).adds = true;
  const auto replaced = [&](Place at, Step step) {
    EXPECT_TRUE(interventions.wants(at, step));
    Matrix numbers({2, 3}, 9.0F);
    interventions.on(at, step, view_of(numbers));
    return numbers;
  };
  EXPECT_EQ(replaced(place, Step::residual_pre), Matrix({2, 3}, 5.5F));
  EXPECT_EQ(replaced(place, Step::residual_post), Matrix({2, 3}, 1.0F));
  EXPECT_EQ(replaced(place, Step::query), Matrix({2, 3}, 7.0F));
  EXPECT_EQ(replaced(other_place, Step::residual_pre), Matrix({2, 3}, 5.0F));
  EXPECT_FALSE(interventions.wants(place, Step::key));
  EXPECT_FALSE(interventions.wants(other_place, Step::query));
  EXPECT_FALSE(interventions.wants({.attention = Attention::encoder, .layer = 1}, Step::query));
}

// Memory for the activation that is read has the size that the caller asked for, which may be smaller than the
// activation.
TEST(StepInterventions, ReadNoMoreThanTheyHaveRoomFor) {
  Matrix numbers({4, 6}, 7.0F);
  StepInterventions interventions;
  interventions.read(place, Step::residual_pre, {}, {1, 3, 6});
  interventions.on(place, Step::residual_pre, view_of(numbers));
  EXPECT_EQ(interventions.result(), Tensor3({1, 3, 6}, 7.0F));
  interventions.read(place, Step::residual_pre, {}, {1, 4, 5});
  interventions.on(place, Step::residual_pre, view_of(numbers));
  EXPECT_EQ(interventions.result(), Tensor3({1, 4, 5}, 7.0F));
}

}  // namespace
}  // namespace spotlight
