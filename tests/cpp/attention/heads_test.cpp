#include "attention/heads.hpp"

#include <gtest/gtest.h>

#include "random_numbers.hpp"

namespace spotlight {
namespace {

TEST(Heads, AreSplitAndConcatenatedWithoutLoss) {
  const Tensor3 x = random_numbers<3>({2, 5, 12}, 3);
  Tensor4 heads;
  split_heads(x, 3, heads);
  EXPECT_EQ(heads.shape(1), 3U);
  EXPECT_EQ(heads(1, 2, 4, 1), x(1, 4, 9));
  Tensor3 concat;
  concat_heads(heads, concat);
  EXPECT_EQ(concat, x);
}

TEST(Heads, AreColumnsOfAVector) {
  const Tensor3 x = random_numbers<3>({1, 5, 12}, 3);
  const ConstMatrixView head = head_columns(rows_of(x), 2, 3);
  EXPECT_EQ(head.rows, 5U);
  EXPECT_EQ(head.columns, 4U);
  EXPECT_EQ(head.row(4)[1], x(0, 4, 9));
}

TEST(Heads, OfKeysAreSharedByConsecutiveHeadsOfQueries) {
  for (std::size_t h = 0; h < 6; ++h) {
    EXPECT_EQ(kv_head_index(h, 6, 6), h);
    EXPECT_EQ(kv_head_index(h, 6, 2), h / 3);
    EXPECT_EQ(kv_head_index(h, 6, 1), 0U);
  }
}

}  // namespace
}  // namespace spotlight
