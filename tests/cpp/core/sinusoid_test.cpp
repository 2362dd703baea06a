#include "core/sinusoid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spotlight {
namespace {

TEST(Sinusoid, IsTheSineAndTheCosine) {
  for (double angle = -10.0; angle < 1e6; angle += angle < 100.0 ? 0.001 : 7.7) {
    const auto [sine, cosine] = sinusoid(angle);
    ASSERT_NEAR(sine, std::sin(angle), 1e-15) << angle;
    ASSERT_NEAR(cosine, std::cos(angle), 1e-15) << angle;
  }
  EXPECT_NEAR(sinusoid(1e9).sine, std::sin(1e9), 1e-6);
}

TEST(Sinusoid, IsNoNumberWhereAnAngleHasNoPlaceInATurn) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double angle : {0x1p52, 1e19, -1e300, infinity, std::nan("")}) {
    EXPECT_TRUE(std::isnan(sinusoid(angle).sine)) << angle;
    EXPECT_TRUE(std::isnan(sinusoid(angle).cosine)) << angle;
  }
  EXPECT_LE(std::abs(sinusoid(0x1p51).sine), 1.1);
}

}  // namespace
}  // namespace spotlight
