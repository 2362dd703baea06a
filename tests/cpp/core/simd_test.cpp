#include "core/simd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using spotlight::simd::batch;

namespace {

float exp_of(float x) {
  float result[spotlight::simd::lanes];
  spotlight::simd::store(result, spotlight::simd::exp_nonpositive(batch(x)));
  return result[0];
}

float exp2_of(float x) {
  float result[spotlight::simd::lanes];
  spotlight::simd::store(result, spotlight::simd::exp2(batch(x)));
  return result[0];
}

}  // namespace

TEST(ExpNonpositive, IsWithinTwoUlpFromZeroToTheSmallestNormalNumber) {
  double worst = 0;
  for (float x = 0.0F; x > -87.3F; x -= 0.000731F) {
    const double exact = std::exp(static_cast<double>(x));
    const float rounded = static_cast<float>(exact);
    const double ulp = std::nextafter(rounded, std::numeric_limits<float>::infinity()) - rounded;
    worst = std::max(worst, std::abs(exp_of(x) - exact) / ulp);
  }
  RecordProperty("largest_error_in_ulp", std::to_string(worst));
  EXPECT_LE(worst, 2.0);
}

TEST(ExpNonpositive, IsExactAtItsEnds) {
  EXPECT_EQ(exp_of(0.0F), 1.0F);
  EXPECT_EQ(exp_of(-0.0F), 1.0F);
  EXPECT_EQ(exp_of(-std::numeric_limits<float>::infinity()), 0.0F);
  EXPECT_EQ(exp_of(-std::numeric_limits<float>::max()), 0.0F);
  EXPECT_EQ(exp_of(-88.0F), 0.0F);
  EXPECT_GT(exp_of(-87.3F), 0.0F);
}

TEST(Exp2, IsWithinTwoAndAHalfUlpOverTheNormalNumbers) {
  double worst = 0;
  for (float x = 126.9F; x > -126.0F; x -= 0.000731F) {
    const double exact = std::exp2(static_cast<double>(x));
    const float rounded = static_cast<float>(exact);
    const double ulp = std::nextafter(rounded, std::numeric_limits<float>::infinity()) - rounded;
    worst = std::max(worst, std::abs(exp2_of(x) - exact) / ulp);
  }
  RecordProperty("largest_error_in_ulp", std::to_string(worst));
  EXPECT_LE(worst, 2.5);
}

TEST(Exp2, IsExactAtWholeNumbersAndItsEnds) {
  EXPECT_EQ(exp2_of(0.0F), 1.0F);
  EXPECT_EQ(exp2_of(-1.0F), 0.5F);
  EXPECT_EQ(exp2_of(30.0F), 0x1p30F);
  EXPECT_EQ(exp2_of(-126.0F), std::numeric_limits<float>::min());
  EXPECT_EQ(exp2_of(-127.0F), 0.0F);
  EXPECT_EQ(exp2_of(-std::numeric_limits<float>::max()), 0.0F);
  EXPECT_EQ(exp2_of(-std::numeric_limits<float>::infinity()), 0.0F);
}

// WebAssembly's f32x4.pmax returns its first operand if either is NaN, but the maximum of SSE returns the second.
TEST(Max, IsNaNWhereTheFirstIs) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const float first[] = {nan, -1, 2, nan};
  const float second[] = {0, 0, 0, -std::numeric_limits<float>::infinity()};
  float larger[spotlight::simd::lanes];
  spotlight::simd::store(larger, spotlight::simd::max(spotlight::simd::load(first), spotlight::simd::load(second)));
  EXPECT_TRUE(std::isnan(larger[0]));
  EXPECT_EQ(larger[1], 0);
  EXPECT_EQ(larger[2], 2);
  EXPECT_TRUE(std::isnan(larger[3]));
}

TEST(Exponentials, OfNaNAreNaN) {
  EXPECT_TRUE(std::isnan(exp_of(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(exp2_of(std::numeric_limits<float>::quiet_NaN())));
}

TEST(PartialLoad, ReadsOnlyTheGivenElements) {
  const float from[] = {1, 2};
  float loaded[spotlight::simd::lanes];
  spotlight::simd::store(loaded, spotlight::simd::load_partial(from, 2, 9));
  EXPECT_EQ(loaded[0], 1);
  EXPECT_EQ(loaded[1], 2);
  EXPECT_EQ(loaded[2], 9);
}

TEST(Sum, IsOfAllLanes) {
  const float values[] = {-4, 3, 2, -9};
  const batch loaded = spotlight::simd::load(values);
  EXPECT_EQ(spotlight::simd::sum(loaded), -8);
}
