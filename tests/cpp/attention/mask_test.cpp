#include "attention/mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "reference.hpp"

namespace {

using spotlight::Mask;
using spotlight::Tensor4;

/// Distance bias and mask, added to scores of 0.
Tensor4 masked_zeros(const Mask& mask, std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys) {
  Tensor4 masked({batch, heads, queries, keys}, 0.0F);
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      spotlight::apply_distance_bias(mask, {.batch = b, .head = h}, spotlight::matrix(masked, b, h));
      spotlight::apply_mask(mask, {.batch = b, .head = h}, spotlight::matrix(masked, b, h));
    }
  }
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

}  // namespace
