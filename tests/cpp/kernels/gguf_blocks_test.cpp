// Matrices in the block formats of GGUF files, compared with the definition of each number (github.com/ggml-org/ggml,
// ggml-quants.c).
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/matmul.hpp"
#include "kernels/packed_matrix.hpp"
#include "random_numbers.hpp"

namespace spotlight::kernels {
namespace {

struct Type {
  Precision precision;
  const char* name;
  std::size_t numbers, bytes;
  std::vector<std::size_t> halves;  // positions in the block at which float16 numbers begin
};

float float16_at(const std::uint8_t* from) {
  const unsigned bits = from[0] | static_cast<unsigned>(from[1]) << 8U;
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const auto exponent = static_cast<int>(bits >> 10U & 0x1FU);
  const auto fraction = static_cast<float>(bits & 0x3FFU);
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0F + fraction, exponent - 25));
}

int nibble(const std::uint8_t* from, std::size_t i) { return i < 16 ? from[i] & 15 : from[i - 16] >> 4; }
int fifth(const std::uint8_t* from, std::size_t i) { return (from[i / 8] >> (i % 8) & 1) * 16; }

/// Scale and minimum (6 bits each) of one part of a k-quant block of ggml, decoded as ggml's get_scale_min_k4 does.
std::array<int, 2> scale_and_minimum(const std::uint8_t* q, std::size_t part) {
  if (part < 4) return {q[part] & 63, q[part + 4] & 63};
  return {(q[part + 4] & 15) | (q[part - 4] >> 6 << 4), (q[part + 4] >> 4) | (q[part] >> 6 << 4)};
}

float number_of_k(const std::uint8_t* block, std::size_t i, bool has_fifth) {
  const auto [scale, minimum] = scale_and_minimum(block + 4, i / 32);
  const std::uint8_t byte = block[(has_fifth ? 48 : 16) + i / 64 * 32 + i % 32];
  int integer = i / 32 % 2 == 0 ? byte & 15 : byte >> 4;
  if (has_fifth) integer += (block[16 + i % 32] >> (i / 32) & 1) * 16;
  const auto factor = static_cast<float>(scale * integer);
  return float16_at(block) * factor - float16_at(block + 2) * static_cast<float>(minimum);
}

float number_of_q6_k(const std::uint8_t* block, std::size_t i) {
  const std::size_t within = i % 128;
  const std::uint8_t lower = block[i / 128 * 64 + within % 64];
  const std::uint8_t upper = block[128 + i / 128 * 32 + within % 32];
  const int integer = (within < 64 ? lower & 15 : lower >> 4) + (upper >> (within / 32 * 2) & 3) * 16 - 32;
  const auto scale = std::bit_cast<std::int8_t>(block[192 + i / 16]);
  return float16_at(block + 208) * static_cast<float>(scale * integer);
}

float number_of(Precision precision, const std::uint8_t* block, std::size_t i) {
  const float scale = float16_at(block);
  const auto times = [&](int integer) { return scale * static_cast<float>(integer); };
  switch (precision) {
    case Precision::q4_0:
      return times(nibble(block + 2, i) - 8);
    case Precision::q4_1:
      return times(nibble(block + 4, i)) + float16_at(block + 2);
    case Precision::q5_0:
      return times(nibble(block + 6, i) + fifth(block + 2, i) - 16);
    case Precision::q5_1:
      return times(nibble(block + 8, i) + fifth(block + 4, i)) + float16_at(block + 2);
    case Precision::q8_0:
      return times(std::bit_cast<std::int8_t>(block[2 + i]));
    case Precision::q4_k:
      return number_of_k(block, i, false);
    case Precision::q5_k:
      return number_of_k(block, i, true);
    default:
      return number_of_q6_k(block, i);
  }
}

struct Stored {
  std::vector<std::uint8_t> bytes;
  Matrix numbers;  // [columns, depth]
};

/// Draws GGUF blocks of random bits, except that their scales and minimums are at most 2.
Stored random_blocks(const Type& type, std::size_t columns, std::size_t depth, std::uint64_t seed) {
  Stored stored;
  const std::size_t blocks = depth / type.numbers;
  stored.bytes.resize(columns * blocks * type.bytes);
  for (std::size_t i = 0; i < stored.bytes.size(); ++i) {
    stored.bytes[i] = static_cast<std::uint8_t>(random_bits(seed, i) >> 8U);
  }
  stored.numbers = Matrix::from_shape({columns, depth});
  for (std::size_t block = 0; block < columns * blocks; ++block) {
    std::uint8_t* bytes = stored.bytes.data() + block * type.bytes;
    for (const std::size_t half : type.halves) bytes[half + 1] &= 0xBFU;
    for (std::size_t i = 0; i < type.numbers; ++i) {
      stored.numbers.data()[block * type.numbers + i] = number_of(type.precision, bytes, i);
    }
  }
  return stored;
}

PackedMatrix packed(const Type& type, const Stored& stored) {
  const auto [columns, depth] = stored.numbers.shape();
  PackedMatrix packed;
  packed.keep_as(type.precision);
  packed.resize(depth, columns, "weights");
  const std::size_t row = depth / type.numbers * type.bytes;
  for (std::size_t first = 0; first < columns; first += 2 * tile_columns) {
    const std::size_t count = std::min(2 * tile_columns, columns - first);
    EXPECT_TRUE(packed.pack_blocks(first, stored.bytes.data() + first * row, count));
  }
  return packed;
}

class StoredBlocks : public testing::TestWithParam<Type> {};

TEST_P(StoredBlocks, WidenToTheNumbersOfTheirDefinition) {
  for (const std::size_t columns : {1U, 8U, 19U}) {
    const Stored stored = random_blocks(GetParam(), columns, 3 * GetParam().numbers, columns);
    EXPECT_EQ(unpacked(packed(GetParam(), stored)), stored.numbers);
  }
}

TEST_P(StoredBlocks, OneColumnIsReadAsARowOfATable) {
  const Stored stored = random_blocks(GetParam(), 19, 2 * GetParam().numbers, 7);
  const PackedMatrix table = packed(GetParam(), stored);
  const std::size_t size = table.depth();
  std::vector<float> row(size);
  table.unpack_columns(13, {row.data(), 1, size, size});
  for (std::size_t k = 0; k < size; ++k) EXPECT_EQ(row[k], stored.numbers(13, k));
}

TEST_P(StoredBlocks, ProductsAreThoseOfTheirNumbers) {
  for (const std::size_t rows : {1U, 2U, 7U, 131U}) {
    for (const std::size_t columns : {1U, 9U, 41U}) {
      for (const std::size_t blocks : {1U, 5U, 768U / 256U * 2U}) {
        const std::size_t depth = blocks * GetParam().numbers;
        const Stored stored = random_blocks(GetParam(), columns, depth, depth + columns);
        const Matrix a = random_numbers<2>({rows, depth}, 3);
        const Vector bias = random_numbers<1>({columns}, 4);
        Matrix c({rows, columns}, 99.0F);
        const PackedMatrix b = packed(GetParam(), stored);
        matmul(matrix(a), b, bias.data(), matrix(c));
        Matrix added = c;
        accumulate_matmul(matrix(a), b, matrix(added));
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t j = 0; j < columns; ++j) {
            double product = 0.0;
            double bound = std::abs(static_cast<double>(bias(j)));
            for (std::size_t k = 0; k < depth; ++k) {
              const double term = static_cast<double>(a(i, k)) * static_cast<double>(stored.numbers(j, k));
              product += term;
              bound += std::abs(term);
            }
            const double expected = product + static_cast<double>(bias(j));
            ASSERT_NEAR(static_cast<double>(c(i, j)), expected, 1e-6 * bound) << rows << ' ' << depth << ' ' << columns;
            ASSERT_NEAR(static_cast<double>(added(i, j)), expected + product, 2e-6 * bound);
          }
        }
      }
    }
  }
}

TEST_P(StoredBlocks, ScalesThatAreNotFiniteAreFound) {
  for (const std::size_t half : GetParam().halves) {
    Stored stored = random_blocks(GetParam(), 9, 2 * GetParam().numbers, 1);
    stored.bytes[17 * GetParam().bytes + half + 1] = 0x7E;
    PackedMatrix packed;
    packed.keep_as(GetParam().precision);
    packed.resize(2 * GetParam().numbers, 9, "weights");
    EXPECT_FALSE(packed.pack_blocks(0, stored.bytes.data(), 9));
  }
}

TEST_P(StoredBlocks, WhatIsNotInBlocksIsRefused) {
  PackedMatrix packed;
  packed.keep_as(GetParam().precision);
  EXPECT_THROW(packed.resize(GetParam().numbers + 1, 9, "weights"), std::invalid_argument);
  EXPECT_THROW(packed.pack_transposed(matrix(random_numbers<2>({9, GetParam().numbers}, 2))), std::invalid_argument);
  PackedMatrix whole;
  whole.resize(GetParam().numbers, 9, "weights");
  EXPECT_THROW(whole.pack_blocks(0, nullptr, 0), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(
    All, StoredBlocks,
    testing::Values(Type{Precision::q4_0, "q4_0", 32, 18, {0}}, Type{Precision::q4_1, "q4_1", 32, 20, {0, 2}},
                    Type{Precision::q5_0, "q5_0", 32, 22, {0}}, Type{Precision::q5_1, "q5_1", 32, 24, {0, 2}},
                    Type{Precision::q8_0, "q8_0", 32, 34, {0}}, Type{Precision::q4_k, "q4_k", 256, 144, {0, 2}},
                    Type{Precision::q5_k, "q5_k", 256, 176, {0, 2}}, Type{Precision::q6_k, "q6_k", 256, 210, {208}}),
    [](const auto& type) { return std::string(type.param.name); });

}  // namespace
}  // namespace spotlight::kernels
