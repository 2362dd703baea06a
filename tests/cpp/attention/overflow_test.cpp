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
    Tensor4 scaled({2, 2, 3, 70}, 1.0F);
    Mask mask;
    mask.is_causal = true;
    // Each query attends to one more key than the previous one: 67, 68 and 69 keys.
    mask.first_query = 66;
    scaled(0, 1, 0, 67) = scaled(1, 0, 1, 69) = wrong;  // masked-out scores that are not finite
    Tensor4 masked = scaled;
    apply_mask(mask, masked);
    EXPECT_EQ(find_overflow(scaled, mask, masked), -1);
    EXPECT_EQ(masked(0, 1, 0, 67), reference::minus_infinity);
    EXPECT_EQ(masked(1, 0, 1, 69), reference::minus_infinity);
    scaled(1, 0, 2, 65) = scaled(1, 1, 0, 3) = wrong;
    masked = scaled;
    apply_mask(mask, masked);
    EXPECT_EQ(find_overflow(scaled, mask, masked), ((1 * 2 + 0) * 3 + 2) * 70 + 65);
  }
}

TEST(Overflow, IsNoneOfScoresThatAreLarge) {
  Tensor4 scaled({1, 1, 2, 3}, -3e38F);
  Tensor4 masked = scaled;
  EXPECT_EQ(find_overflow(scaled, {}, masked), -1);
  EXPECT_EQ(masked, scaled);
}

}  // namespace
}  // namespace spotlight
