#include "kernels/softmax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "kernels/elementwise.hpp"

using spotlight::kernels::log_sum_exp;
using spotlight::kernels::maximum;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

double reference(const std::vector<float>& values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (const float value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

}  // namespace

TEST(LogSumExp, IsThatOfDoublePrecisionForEverySize) {
  for (std::size_t size = 1; size < 1100; size += size < 20 ? 1 : 97) {
    std::vector<float> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = 10.0F * spotlight::random_normal(size, i);
    EXPECT_EQ(maximum(values.data(), size), *std::max_element(values.begin(), values.end()));
    EXPECT_NEAR(log_sum_exp(values.data(), size), reference(values), 1e-5) << size << " values";
  }
}

TEST(LogSumExp, CountsEveryOneOfManySmallShares) {
  std::vector<float> values(50'257, 78.0F);
  values.front() = 88.0F;
  EXPECT_NEAR(log_sum_exp(values.data(), values.size()), reference(values), 2e-6);
}

TEST(LogSumExp, PassesOverMinusInfinity) {
  const std::vector<float> values = {-infinity, 1.0F, -infinity, 2.0F, -infinity};
  EXPECT_NEAR(log_sum_exp(values.data(), values.size()), std::log(std::exp(1.0) + std::exp(2.0)), 1e-6);
  const std::vector<float> none(7, -infinity);
  EXPECT_EQ(log_sum_exp(none.data(), none.size()), -infinity);
}

TEST(Softmax, IsTheExponentialsOverTheirSumWithAFactor) {
  for (const std::size_t size : {1U, 4U, 7U, 300U}) {
    std::vector<float> row(size);
    for (std::size_t i = 0; i < size; ++i) row[i] = 3.0F * spotlight::random_normal(size, i);
    if (size > 4) row[2] = -infinity;
    std::vector<float> scaled = row;
    for (float& score : scaled) score *= 0.7F;
    const double exact = reference(scaled);
    EXPECT_NEAR(spotlight::kernels::softmax(row.data(), size, 0.7F), exact, 1e-5);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(row[i], std::exp(scaled[i] - exact), 1e-6);
  }
}

TEST(Softmax, HasTheGradientOfItsFormula) {
  for (const std::size_t size : {1U, 4U, 7U, 300U}) {
    std::vector<float> weights(size), gradient(size);
    for (std::size_t i = 0; i < size; ++i) {
      weights[i] = spotlight::random_normal(1, i);
      gradient[i] = spotlight::random_normal(2, i);
    }
    spotlight::kernels::softmax(weights.data(), size);
    const std::vector<float> of_weights = gradient;
    double mean = 0;
    for (std::size_t i = 0; i < size; ++i) mean += static_cast<double>(weights[i]) * gradient[i];
    spotlight::kernels::softmax_backward(weights.data(), size, 0.7F, gradient.data());
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(gradient[i], 0.7 * weights[i] * (of_weights[i] - mean), 1e-6);
  }
}
