#include "layers/embedding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "random_numbers.hpp"

namespace spotlight {
namespace {

TEST(SinusoidalPositions, AreSinesAndCosines) {
  constexpr std::size_t seq_len = 6, embed_dim = 7;
  std::vector<float> x(seq_len * embed_dim, 1.0F);
  add_sinusoidal_positions({x.data(), seq_len, embed_dim, embed_dim});
  for (std::size_t i = 0; i < seq_len; ++i) {
    for (std::size_t c = 0; c < embed_dim; ++c) {
      const double even = static_cast<double>(c / 2 * 2);
      const double angle = static_cast<double>(i) / std::pow(10000.0, even / embed_dim);
      EXPECT_NEAR(x[i * embed_dim + c], 1 + (c % 2 == 0 ? std::sin(angle) : std::cos(angle)), 1e-6);
    }
  }
}

TEST(SinusoidalPositions, StandInTurnOrInHalves) {
  Matrix in_turn = xt::zeros<float>({3, 6});
  Matrix halves = xt::zeros<float>({3, 6});
  add_sinusoidal_positions(matrix(in_turn), 4);
  add_sinusoidal_positions(matrix(halves), 4, SinusoidLayout::halves);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(halves(i, c), in_turn(i, 2 * c));
      EXPECT_EQ(halves(i, c + 3), in_turn(i, 2 * c + 1));
    }
  }
  EXPECT_NEAR(in_turn(2, 3), std::cos(6 / std::pow(10000.0, 2.0 / 6)), 1e-6);
}

TEST(Embeddings, AreTheSameOfTokensAndOfBagsOfOneRow) {
  const Matrix table = random_numbers<2>({11, 6}, 1);
  kernels::PackedMatrix packed;
  packed.pack_transposed(matrix(table));
  const std::vector<std::int32_t> rows = {3, 0, 10, 3}, offsets = {0, 1, 2, 3, 4};
  const std::vector<float> weights(4, 1.0F);
  Matrix of_tokens({4, 6}, 2.0F), of_bags = of_tokens;
  add_embeddings(matrix(table), rows, 1.5F, matrix(of_tokens));
  add_embeddings(packed, {.rows = rows, .weights = weights, .offsets = offsets}, 1.5F, matrix(of_bags));
  EXPECT_EQ(of_tokens, of_bags);
  for (std::size_t c = 0; c < 6; ++c) EXPECT_FLOAT_EQ(of_tokens(2, c), 2 + 1.5F * table(10, c));
}

TEST(Embeddings, OfABagAreTheWeightedSumOfItsRows) {
  const Matrix table = random_numbers<2>({11, 6}, 1);
  kernels::PackedMatrix packed;
  packed.pack_transposed(matrix(table));
  const std::vector<std::int32_t> rows = {3, 0, 10}, offsets = {0, 2, 2, 3};  // the second bag is empty
  const std::vector<float> weights = {0.5F, 2.0F, -1.0F};
  Matrix x({3, 6}, 0.0F);
  add_embeddings(packed, {.rows = rows, .weights = weights, .offsets = offsets}, 3.0F, matrix(x));
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_NEAR(x(0, c), 3 * (0.5F * table(3, c) + 2 * table(0, c)), 1e-6);
    EXPECT_EQ(x(1, c), 0.0F);
    EXPECT_NEAR(x(2, c), -3 * table(10, c), 1e-6);
  }
}

TEST(Embeddings, HaveGradientsThatAreSumsOverTheirTokensAndPositions) {
  const std::vector<std::int32_t> tokens = {3, 0, 3, 1};
  const Matrix dx = random_numbers<2>({4, 5}, 1);
  Matrix of_tokens({6, 5}, 1.0F), of_positions({2, 5}, 1.0F);
  accumulate_embedding_gradient(tokens, 2.0F, matrix(dx), matrix(of_tokens));
  accumulate_position_gradient(2, matrix(dx), matrix(of_positions));
  for (std::size_t c = 0; c < 5; ++c) {
    EXPECT_NEAR(of_tokens(3, c), 1 + 2 * (dx(0, c) + dx(2, c)), 1e-6);
    EXPECT_NEAR(of_tokens(0, c), 1 + 2 * dx(1, c), 1e-6);
    EXPECT_EQ(of_tokens(5, c), 1.0F);
    EXPECT_NEAR(of_positions(1, c), 1 + dx(1, c) + dx(3, c), 1e-6);
  }
}

}  // namespace
}  // namespace spotlight
