#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "layers/position_frequency.hpp"
#include "layers/rotary.hpp"
#include "random_numbers.hpp"

namespace spotlight {
namespace {

TEST(PositionFrequency, IsAPowerOfTheta) {
  for (const double theta : {0.5, 1.0, 10000.0, 5e6, 1e300}) {
    for (const std::size_t dim : {1U, 7U, 64U, 96U, 1536U}) {
      for (std::size_t twice = 0; twice <= dim; ++twice) {
        const double expected = std::pow(theta, -static_cast<double>(twice) / static_cast<double>(dim));
        ASSERT_NEAR(position_frequency(theta, twice, dim) / expected, 1.0, 1e-13) << theta << ' ' << twice;
      }
    }
  }
}

// Rotary frequencies 1, 1/4 and 1/16 over an original context of 8 · 2π positions. The first makes 8 turns and is
// unchanged; the second makes 2 turns and is interpolated by a third; the third makes half a turn and is divided by the
// factor.
TEST(RotaryScaling, DividesTheLowFrequencies) {
  const double length = 16.0 * std::numbers::pi;
  Rotary all, low;
  set_rotary_frequencies(6, 64.0, all, {.factor = 8.0});
  set_rotary_frequencies(6, 64.0, low,
                         {.factor = 8.0, .low_factor = 1.0, .high_factor = 4.0, .original_length = length});
  EXPECT_FLOAT_EQ(all.frequencies(0), 1.0F / 8);
  EXPECT_FLOAT_EQ(all.frequencies(2), 1.0F / 128);
  EXPECT_FLOAT_EQ(low.frequencies(0), 1.0F);
  EXPECT_FLOAT_EQ(low.frequencies(1), (1.0F + 2.0F / 8) / 3 / 4);
  EXPECT_FLOAT_EQ(low.frequencies(2), 1.0F / 128);
}

// YaRN scales rotary frequencies by their index: the first is unchanged, the second is interpolated by half, the third
// is divided by the factor.
TEST(RotaryScaling, GoesByTheIndexInYarn) {
  Rotary yarn;
  set_rotary_frequencies(6, 64.0, yarn, {.factor = 8.0, .first = 0.0, .last = 2.0, .magnitude = 1.5F});
  EXPECT_FLOAT_EQ(yarn.frequencies(0), 1.0F);
  EXPECT_FLOAT_EQ(yarn.frequencies(1), (1.0F + 1.0F / 8) / 2 / 4);
  EXPECT_FLOAT_EQ(yarn.frequencies(2), 1.0F / 128);
  Tensor3 x({1, 1, 6}, 2.0F);
  Tensor3 rotation;
  rotation_of(yarn, 0, x.shape(1), rotation);
  rotate_heads(yarn.layout, rotation, x.shape(1), x.shape(2), rows_of(x));
  EXPECT_EQ(x(0, 0, 5), 3.0F);
}

TEST(Rotary, IsUndoneByItsInverse) {
  for (const auto layout : {Rotary::Layout::pairs, Rotary::Layout::halves}) {
    Rotary rotary;
    set_rotary_frequencies(6, 100.0, rotary);
    Tensor3 rotation;
    rotation_of(rotary, 3, 5, rotation);
    const Matrix before = random_numbers<2>({10, 16}, 1);  // two sequences of 5 tokens, with two heads of size 8
    Matrix x = before;
    rotate_heads(layout, rotation, 5, 8, matrix(x));
    double norm = 0, rotated_norm = 0, difference = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      norm += before.data()[i] * before.data()[i];
      rotated_norm += x.data()[i] * x.data()[i];
      difference += std::abs(x.data()[i] - before.data()[i]);
    }
    EXPECT_NEAR(rotated_norm, norm, 1e-4);
    EXPECT_GT(difference, 1.0);
    EXPECT_EQ(x(7, 6), before(7, 6)) << "beyond rotary_dim";
    rotate_heads_back(layout, rotation, 5, 8, matrix(x));
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(x.data()[i], before.data()[i], 1e-6);
  }
}

}  // namespace
}  // namespace spotlight
