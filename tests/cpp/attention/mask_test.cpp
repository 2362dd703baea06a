#include "attention/mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
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

/// Random mask for up to 6 queries and 9 keys. Each of its parts is present in a quarter of the masks; half are causal.
struct RandomMask {
  spotlight::SparsePattern pattern = {.window = 2};
  std::int32_t key_length;
  spotlight::Matrix bias = spotlight::Matrix({3, 1}, 0.5F);
  std::vector<std::uint8_t> flags;
  Mask mask;
  std::size_t queries, keys;

  explicit RandomMask(std::uint64_t seed) {
    std::uint64_t drawn = 0;
    const auto below = [&](std::size_t limit) {
      return static_cast<std::size_t>(spotlight::random_uniform(seed, drawn++) * static_cast<float>(limit));
    };
    const auto is_present = [&] { return below(4) == 0; };
    queries = 1 + below(6);
    keys = 1 + below(9);
    key_length = static_cast<std::int32_t>(below(keys + 1));
    flags.resize(queries * keys);
    for (std::uint8_t& flag : flags) flag = static_cast<std::uint8_t>(below(2));
    mask.shape = {1, 1, queries, keys};
    mask.flags = flags.data();
    mask.first_query = static_cast<std::int64_t>(below(7)) - 3;
    mask.is_causal = below(2) == 0;
    if (is_present()) mask.kind = Mask::Kind::allow;
    if (is_present()) mask.key_lengths = &key_length;
    if (is_present()) mask.window = 1 + below(4);
    if (is_present()) mask.distance_bias = &bias;
    if (is_present()) mask.pattern = &pattern;
  }
  RandomMask(const RandomMask&) = delete;
};

TEST(Mask, KeysOutsideTheAttendedRangeAreMaskedAndScoresSaidToBeUnchangedAre) {
  int unchanged = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const RandomMask random(seed);
    const std::size_t queries = random.queries, keys = random.keys;
    const Tensor4 masked = masked_zeros(random.mask, 1, 1, queries, keys);
    for (std::size_t first = 0; first < queries; ++first) {
      const auto [begin, end] = spotlight::attended_range(random.mask, 0, first, queries - 1, keys);
      for (std::size_t i = first; i < queries; ++i) {
        for (std::size_t j = 0; j < keys; ++j) {
          if (j < begin || j >= end) ASSERT_EQ(masked(0, 0, i, j), reference::minus_infinity) << "seed " << seed;
        }
        for (std::size_t until = begin; until <= end; ++until) {
          if (spotlight::changes_scores(random.mask, first, until)) continue;
          for (std::size_t j = begin; j < until; ++j) ASSERT_EQ(masked(0, 0, i, j), 0.0F) << "seed " << seed;
          unchanged += until > begin ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(unchanged, 1000);
}

}  // namespace
