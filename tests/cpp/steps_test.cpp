// Each step of the formula against the reference, for shapes of every kind.
#include <gtest/gtest.h>

#include <set>

#include "attention/mask.hpp"
#include "attention/steps.hpp"
#include "kernels/finite.hpp"
#include "layers/dropout.hpp"
#include "reference.hpp"

namespace {

using reference::largest_difference;
using reference::random_tensor;
using spotlight::Mask;
using spotlight::Tensor4;

class Steps : public testing::TestWithParam<reference::Shape> {};

TEST_P(Steps, ScoresAreQueryTimesKeyTransposed) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 query = random_tensor(batch, heads, queries, head_dim, 1);
  const Tensor4 key = random_tensor(batch, heads, keys, head_dim, 2);
  Tensor4 scores;
  spotlight::compute_scores(query, key, scores);
  EXPECT_LE(largest_difference(scores, reference::scores(query, key).values), 3e-7 * static_cast<double>(head_dim + 4));
}

TEST_P(Steps, SoftmaxRowsAreTheExponentialsOverTheirSum) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 masked = random_tensor(batch, heads, queries, keys, 3) * 9.0F;
  reference::Doubles exact{batch, heads, queries, keys};
  std::copy(masked.begin(), masked.end(), exact.values.begin());
  Tensor4 weights;
  spotlight::softmax_rows(masked, weights);
  EXPECT_LE(largest_difference(weights, reference::softmax(exact).values), 4e-7);
}

TEST_P(Steps, WeightedSumIsWeightsTimesValue) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 weights = random_tensor(batch, heads, queries, keys, 4);
  const Tensor4 value = random_tensor(batch, heads, keys, value_dim, 5);
  reference::Doubles exact{batch, heads, queries, keys};
  std::copy(weights.begin(), weights.end(), exact.values.begin());
  Tensor4 output;
  spotlight::weighted_sum(weights, value, output);
  EXPECT_LE(largest_difference(output, reference::weighted_sum(exact, value).values),
            3e-7 * static_cast<double>(keys + 4));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Steps, testing::ValuesIn(reference::shapes));

TEST(Scale, DefaultIsOneOverTheRoot) {
  EXPECT_FLOAT_EQ(spotlight::default_scale(64), 0.125F);
  EXPECT_FLOAT_EQ(spotlight::default_scale(6), 0.408248290F);
}

TEST(Scale, MultipliesEveryScore) {
  const Tensor4 scores = random_tensor(1, 2, 3, 4, 6);
  Tensor4 scaled;
  spotlight::scale_scores(scores, 0.5F, scaled);
  for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_EQ(scaled.data()[i], scores.data()[i] * 0.5F);
}

/// A tensor of zeros, biased and masked.
Tensor4 masked_zeros(const Mask& mask, std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys) {
  Tensor4 masked({batch, heads, queries, keys}, 0.0F);
  spotlight::apply_distance_bias(mask, masked);
  spotlight::apply_mask(mask, masked);
  return masked;
}

TEST(Mask, CausalMasksLaterKeysAlsoWithMoreKeysThanQueries) {
  Mask mask;
  mask.is_causal = true;
  const Tensor4 masked = masked_zeros(mask, 1, 1, 3, 5);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(masked(0, 0, i, j), j <= i ? 0.0F : reference::minus_infinity);
  }
}

TEST(Mask, KeyLengthsMaskThePaddingOfEachBatchEntry) {
  const std::int32_t lengths[] = {3, 2, 4, 0};
  Mask mask;
  mask.key_lengths = lengths;
  const Tensor4 masked = masked_zeros(mask, 4, 2, 2, 4);
  for (std::size_t b = 0; b < 4; ++b) {
    for (std::size_t j = 0; j < 4; ++j) {
      const bool real = j < static_cast<std::size_t>(lengths[b]);
      EXPECT_EQ(masked(b, 1, 1, j), real ? 0.0F : reference::minus_infinity);
    }
  }
}

TEST(Mask, AWindowMasksEarlierKeysByThePositionOfTheQuery) {
  Mask mask;
  mask.window = 2;
  mask.first_query = 1;
  const Tensor4 masked = masked_zeros(mask, 1, 1, 3, 5);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(masked(0, 0, i, j), j >= i ? 0.0F : reference::minus_infinity);
  }
}

TEST(Mask, ABiasIsAddedByTheDistanceOfTheKeyFromTheQuery) {
  spotlight::Matrix bias({5, 2}, 0.0F);
  for (std::size_t at = 0; at < bias.size(); ++at) bias.data()[at] = static_cast<float>(at);
  Mask mask;
  mask.distance_bias = &bias;
  mask.first_query = 1;
  const Tensor4 masked = masked_zeros(mask, 1, 2, 3, 6);
  for (int h = 0; h < 2; ++h) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 6; ++j) EXPECT_EQ(masked(0, h, i, j), 2.0F * (2 + std::clamp(j - i - 1, -2, 2)) + h);
    }
  }
}

TEST(Mask, AllowAndBlockAreOpposites) {
  const std::uint8_t flags[] = {1, 0, 0, 1, 1, 0};
  Mask mask;
  mask.flags = flags;
  mask.shape = {1, 1, 2, 3};
  mask.kind = Mask::Kind::allow;
  const Tensor4 allowed = masked_zeros(mask, 2, 2, 2, 3);
  mask.kind = Mask::Kind::block;
  const Tensor4 blocked = masked_zeros(mask, 2, 2, 2, 3);
  for (std::size_t at = 0; at < 24; ++at) {
    EXPECT_EQ(allowed.data()[at], flags[at % 6] != 0 ? 0.0F : reference::minus_infinity);
    EXPECT_NE(allowed.data()[at], blocked.data()[at]);
  }
}

TEST(Mask, BroadcastsEachOfItsDimensions) {
  for (int full = 0; full < 16; ++full) {
    const std::array<std::size_t, 4> whole = {2, 3, 4, 5};
    Mask mask;
    mask.kind = Mask::Kind::add;
    for (int axis = 0; axis < 4; ++axis) mask.shape[axis] = (full >> axis & 1) != 0 ? whole[axis] : 1;
    std::vector<float> addend(mask.shape[0] * mask.shape[1] * mask.shape[2] * mask.shape[3]);
    for (std::size_t at = 0; at < addend.size(); ++at) addend[at] = static_cast<float>(at + 1);
    mask.addend = addend.data();
    const Tensor4 masked = masked_zeros(mask, 2, 3, 4, 5);
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t h = 0; h < 3; ++h) {
        for (std::size_t i = 0; i < 4; ++i) {
          for (std::size_t j = 0; j < 5; ++j) {
            const auto [s0, s1, s2, s3] = mask.shape;
            const std::size_t at = (((b % s0) * s1 + h % s1) * s2 + i % s2) * s3 + j % s3;
            ASSERT_EQ(masked(b, h, i, j), addend[at]) << "dimensions " << full;
          }
        }
      }
    }
  }
}

TEST(Softmax, GivesZerosWhereEveryKeyIsMasked) {
  Tensor4 masked({1, 1, 2, 5}, reference::minus_infinity);
  masked(0, 0, 1, 3) = -7;
  Tensor4 weights;
  spotlight::softmax_rows(masked, weights);
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_EQ(weights(0, 0, 0, j), 0.0F);
    EXPECT_EQ(weights(0, 0, 1, j), j == 3 ? 1.0F : 0.0F);
  }
}

TEST(Softmax, StaysFiniteAtExtremeScores) {
  Tensor4 masked({1, 1, 3, 4});
  masked = {{{{1e4F, 0, -1e4F, 1e4F}, {3e38F, -3e38F, 0, 0}, {-1e4F, -1e4F, -1e4F, -1e4F}}}};
  Tensor4 weights;
  spotlight::softmax_rows(masked, weights);
  EXPECT_EQ(weights(0, 0, 0, 0), 0.5F);
  EXPECT_EQ(weights(0, 0, 0, 1), 0.0F);
  EXPECT_EQ(weights(0, 0, 1, 0), 1.0F);
  EXPECT_EQ(weights(0, 0, 2, 2), 0.25F);
}

TEST(Dropout, DropsTheGivenFractionAndPreservesTheMean) {
  Tensor4 weights({1, 1, 100, 1000}, 1.0F);
  spotlight::drop_weights(weights, 0.3F, 5);
  std::size_t dropped = 0;
  for (const float weight : weights) {
    if (weight == 0) {
      ++dropped;
    } else {
      EXPECT_FLOAT_EQ(weight, 1 / 0.7F);
    }
  }
  EXPECT_NEAR(static_cast<double>(dropped) / 1e5, 0.3, 0.01);
}

TEST(Dropout, IsTheSameForTheSameSeedOnly) {
  Tensor4 first({1, 1, 8, 8}, 1.0F);
  Tensor4 second = first;
  Tensor4 third = first;
  spotlight::drop_weights(first, 0.5F, 1);
  spotlight::drop_weights(second, 0.5F, 1);
  spotlight::drop_weights(third, 0.5F, 2);
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);
}

TEST(Dropout, OfNoneAndOfAll) {
  Tensor4 none({1, 1, 4, 4}, 0.25F);
  Tensor4 all = none;
  spotlight::drop_weights(none, 0.0F, 1);
  spotlight::drop_weights(all, 1.0F, 1);
  for (const float weight : none) EXPECT_EQ(weight, 0.25F);
  for (const float weight : all) EXPECT_EQ(weight, 0.0F);
}

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

}  // namespace
