#include "kernels/finite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

TEST(Finite, FindsTheFirstInvalidNumber) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t size = 1; size < 14; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::vector<float> values(size, 3e38F);
      EXPECT_EQ(spotlight::kernels::find_non_finite(values.data(), size), -1);
      for (const float wrong : {infinity, -infinity, std::nanf("")}) {
        values[at] = wrong;
        EXPECT_EQ(spotlight::kernels::find_non_finite(values.data(), size), static_cast<std::int64_t>(at));
        EXPECT_EQ(spotlight::kernels::find_invalid_mask_value(values.data(), size),
                  wrong == -infinity ? -1 : static_cast<std::int64_t>(at));
      }
    }
  }
}

TEST(Finite, AllAreWithinALimitAndNaNIsNot) {
  for (std::size_t size = 1; size < 14; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::vector<float> values(size, -1e30F);
      EXPECT_TRUE(spotlight::kernels::all_within(values.data(), size, 1e30F));
      for (const float wrong : {1.01e30F, -2e30F, std::numeric_limits<float>::infinity(), std::nanf("")}) {
        values[at] = wrong;
        EXPECT_FALSE(spotlight::kernels::all_within(values.data(), size, 1e30F)) << wrong;
      }
    }
  }
}

}  // namespace
