#include "attention/overflow.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "reference.hpp"

namespace spotlight {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(Overflow, IsTheFirstScoreThatIsNotFiniteWhereItIsAttendedTo) {
  for (const float wrong : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
    Matrix scaled({3, 70}, 1.0F);
    Mask mask;
    mask.is_causal = true;
    mask.first_query = 66;                  // queries attend to 67, 68 and 69 keys
    scaled(0, 67) = scaled(1, 69) = wrong;  // masked out
    Matrix masked = scaled;
    apply_mask(mask, {}, matrix(masked));
    EXPECT_EQ(find_overflow(mask, {}, matrix(scaled), matrix(masked)), -1);
    EXPECT_EQ(masked(0, 67), reference::minus_infinity);
    EXPECT_EQ(masked(1, 69), reference::minus_infinity);
    scaled(1, 65) = scaled(2, 3) = wrong;
    masked = scaled;
    apply_mask(mask, {}, matrix(masked));
    EXPECT_EQ(find_overflow(mask, {}, matrix(scaled), matrix(masked)), 1 * 70 + 65);
  }
}

TEST(Overflow, IsNoneOfScoresThatAreLarge) {
  Matrix scaled({2, 3}, -3e38F);
  Matrix masked = scaled;
  EXPECT_EQ(find_overflow({}, {}, matrix(scaled), matrix(masked)), -1);
  EXPECT_EQ(masked, scaled);
}

}  // namespace
}  // namespace spotlight
