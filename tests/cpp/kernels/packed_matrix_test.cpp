#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/matmul.hpp"
#include "kernels/packed_matrix.hpp"
#include "kernels/quantize.hpp"
#include "kernels/quantized_product.hpp"
#include "random_numbers.hpp"

namespace spotlight::kernels {
namespace {

struct Size {
  std::size_t rows, depth, columns;
};
constexpr Size sizes[] = {{1, 1, 1},      {1, 5, 9},       {1, 768, 16}, {1, 769, 7},   {1, 1283, 17},
                          {2, 8, 8},      {5, 7, 3},       {4, 128, 8},  {65, 769, 10}, {3, 2051, 9},
                          {70, 1600, 17}, {131, 1600, 17}, {1, 131, 25}, {2, 131, 41},  {3, 64, 104}};

/// Value of a float16 number with these bits, according to the format's definition.
float value_of_float16(std::uint32_t bits) {
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const auto exponent = static_cast<int>(bits >> 10U & 0x1FU);
  const auto fraction = static_cast<float>(bits & 0x3FFU);
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0F + fraction, exponent - 25));
}

std::vector<float> finite_numbers(Precision precision) {
  std::vector<float> all;
  for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
    const bool is_float16 = precision == Precision::float16;
    if (is_float16 && (bits & 0x7C00U) == 0x7C00U) continue;
    const float value = is_float16 ? value_of_float16(bits) : std::bit_cast<float>(bits << 16U);
    if (std::isfinite(value)) all.push_back(value);
  }
  return all;
}

/// Packs a matrix in several ranges of columns, as the engine does when it loads a file.
PackedMatrix packed(Precision precision, const Matrix& weight) {
  PackedMatrix packed;
  packed.keep_as(precision);
  const auto [columns, depth] = weight.shape();
  packed.resize(depth, columns, "weights");
  for (std::size_t first = 0; first < columns; first += 2 * tile_columns) {
    packed.pack_columns(first, {&weight(first, 0), std::min(2 * tile_columns, columns - first), depth, depth});
  }
  return packed;
}

Matrix product(const Matrix& a, const PackedMatrix& weight, const Vector& bias) {
  Matrix c({a.shape(0), weight.columns()}, 99.0F);
  matmul(matrix(a), weight, bias.data(), matrix(c));
  return c;
}

TEST(PackedMatrix, UnpacksToWhatWasPacked) {
  for (const std::size_t columns : {1U, 7U, 8U, 19U}) {
    const Matrix b = random_numbers<2>({columns, 5}, 8);
    PackedMatrix packed;
    packed.pack_transposed(matrix(b));
    EXPECT_EQ(unpacked(packed), b);
  }
}

TEST(Precision, ChangesWithTheNextNumbers) {
  const Matrix a = random_numbers<2>({3, 5}, 1);
  const Matrix weight = random_numbers<2>({9, 5}, 2);
  const Vector bias = random_numbers<1>({9}, 3);
  PackedMatrix b = packed(Precision::float32, weight);
  const Matrix expected = product(a, b, bias);
  b.keep_as(Precision::float16);
  EXPECT_EQ(b.precision(), Precision::float32);
  EXPECT_EQ(product(a, b, bias), expected);
  b.resize(5, 9, "weights");
  EXPECT_EQ(b.precision(), Precision::float16);
}

// pack() reads the matrix row by row, which only float32 supports: the 16-bit formats and int8 can only be packed from
// the transposed matrix.
TEST(Precision, OfRowsIsThatOfFloat32) {
  for (const Precision precision : {Precision::float16, Precision::bfloat16, Precision::int8}) {
    PackedMatrix b;
    b.keep_as(precision);
    EXPECT_THROW(b.pack(matrix(random_numbers<2>({9, 5}, 2))), std::invalid_argument);
  }
}

TEST(Precision, AMatrixThatDoesNotFitIsEmpty) {
  constexpr std::size_t many = std::size_t{1} << 33U;
  for (const Precision precision : {Precision::float32, Precision::float16, Precision::int8}) {
    PackedMatrix b = packed(Precision::float32, random_numbers<2>({9, 5}, 2));
    b.keep_as(precision);
    EXPECT_THROW(b.resize(many, many, "weights"), memory::OutOfMemory);
    EXPECT_EQ(b.depth() * b.columns(), 0U);
  }
}

TEST(Float16AndBfloat16, EveryFiniteNumberIsKept) {
  for (const Precision precision : {Precision::float16, Precision::bfloat16}) {
    const std::vector<float> numbers = finite_numbers(precision);
    Matrix weight = Matrix::from_shape({1, numbers.size()});
    std::ranges::copy(numbers, weight.data());
    const Matrix kept = unpacked(packed(precision, weight));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(kept(0, i)), std::bit_cast<std::uint32_t>(numbers[i])) << numbers[i];
    }
  }
}

TEST(Float16AndBfloat16, ProductsAreThoseOfFloat32ToTheBit) {
  for (const Precision precision : {Precision::float16, Precision::bfloat16}) {
    std::vector<float> numbers = finite_numbers(precision);
    std::erase_if(numbers, [](float x) { return std::abs(x) > 1.0F; });  // keeps the subnormal numbers
    for (const auto& [rows, depth, columns] : sizes) {
      Matrix weight = Matrix::from_shape({columns, depth});
      for (std::size_t i = 0; i < weight.size(); ++i) {
        weight.data()[i] = numbers[random_bits(depth, i) % numbers.size()];
      }
      const Matrix a = random_numbers<2>({rows, depth}, 3);
      const Vector bias = random_numbers<1>({columns}, 4);
      EXPECT_EQ(product(a, packed(precision, weight), bias), product(a, packed(Precision::float32, weight), bias));
    }
  }
}

TEST(Int8, EachNumberIsWithinHalfAStepOfItsColumn) {
  for (const auto& [rows, depth, columns] : sizes) {
    const Matrix weight = random_numbers<2>({columns, depth}, 5);
    const Matrix kept = unpacked(packed(Precision::int8, weight));
    for (std::size_t j = 0; j < columns; ++j) {
      float largest = 0;
      for (std::size_t k = 0; k < depth; ++k) largest = std::max(largest, std::abs(weight(j, k)));
      for (std::size_t k = 0; k < depth; ++k) EXPECT_LE(std::abs(kept(j, k) - weight(j, k)), largest / 254 * 1.0001F);
    }
    EXPECT_EQ(unpacked(packed(Precision::int8, kept)), kept) << "what is quantized stays";
  }
}

TEST(Int8, ColumnsOfZerosAndOfTinyNumbersAreZero) {
  Matrix weight({2, 9}, 0.0F);
  for (std::size_t k = 0; k < 9; ++k) weight(1, k) = 1e-40F;
  EXPECT_EQ(unpacked(packed(Precision::int8, weight)), Matrix({2, 9}, 0.0F));
}

TEST(Int8, ARowGivesTheSameAloneAsAmongOthersToTheBit) {
  for (const auto& [rows, depth, columns] : sizes) {
    const PackedMatrix weight = packed(Precision::int8, random_numbers<2>({columns, depth}, 6));
    const Matrix a = random_numbers<2>({rows, depth}, 7);
    const Vector bias = random_numbers<1>({columns}, 8);
    const Matrix together = product(a, weight, bias);
    for (std::size_t i = 0; i < rows; ++i) {
      Matrix row = Matrix::from_shape({1, depth});
      std::copy_n(&a(i, 0), depth, row.data());
      const Matrix alone = product(row, weight, bias);
      for (std::size_t j = 0; j < columns; ++j) ASSERT_EQ(together(i, j), alone(0, j)) << i << ' ' << j;
    }
  }
}

/// Computes bias + A·B for the first panel (tile_columns columns) of B, with the rows of A quantized and arranged in
/// the word layout `kind`.
Matrix quantized_product(const Matrix& a, Words kind, const PackedMatrix& weight, const Vector& bias) {
  const QuantizedRows rows = quantize_rows(matrix(a), kind);
  Matrix products({round_up(a.shape(0), tile_rows), tile_columns}, 0.0F);
  if (rows.rows > 1) {
    multiply_quantized(rows, weight, 0, bias.data(), products.data());
    return products;
  }
  PanelProducts all;
  for (auto& panel : all) std::ranges::copy(bias, panel.begin());
  add_quantized_row(rows, weight, {}, all);
  for (const auto& panel : all) EXPECT_EQ(panel, all.front());
  std::ranges::copy(all.front(), products.data());
  return products;
}

/// A packed matrix that is packed again as int8 must not contain remains of the numbers in its previous format.
TEST(Int8, TheNumbersThatWereKeptBeforeAreGone) {
  for (const std::size_t depth : {5U, 6U, 7U, 1025U}) {
    const Matrix weight = random_numbers<2>({tile_columns, depth}, 20);
    const Matrix a = random_numbers<2>({2, depth}, 21);
    const Vector bias({tile_columns}, 0.0F);
    PackedMatrix used = packed(Precision::float16, Matrix({tile_columns, depth}, 1.5F));
    used.keep_as(Precision::int8);
    used.pack_transposed(matrix(weight));
    for (const Words kind : {Words::pairs, Words::bytes}) {
      EXPECT_EQ(quantized_product(a, kind, used, bias),
                quantized_product(a, kind, packed(Precision::int8, weight), bias));
    }
  }
}

TEST(Int8, PairsAndBytesGiveTheSameToTheBit) {
  for (const auto& [rows, depth, columns] : sizes) {
    const PackedMatrix weight = packed(Precision::int8, random_numbers<2>({columns, depth}, 14));
    const Matrix a = random_numbers<2>({std::min(rows, std::size_t{5}), depth}, 15);
    const Vector bias = random_numbers<1>({tile_columns}, 16);
    std::array<Matrix, 2> products;
    for (const Words kind : {Words::pairs, Words::bytes}) {
      Matrix& found = products[kind == Words::bytes ? 1 : 0];
      found = quantized_product(a, kind, weight, bias);
    }
    for (std::size_t i = 0; i < a.shape(0); ++i) {
      for (std::size_t j = 0; j < tile_columns; ++j) ASSERT_EQ(products[0](i, j), products[1](i, j)) << i << ' ' << j;
    }
  }
}

TEST(Int8, ProductsDifferByTheRoundingOfTheRow) {
  for (const auto& [rows, depth, columns] : sizes) {
    const PackedMatrix weight = packed(Precision::int8, random_numbers<2>({columns, depth}, 9));
    const Matrix kept = unpacked(weight);
    const Matrix a = random_numbers<2>({rows, depth}, 10);
    const Vector bias = random_numbers<1>({columns}, 11);
    const Matrix c = product(a, weight, bias);
    for (std::size_t i = 0; i < rows; ++i) {
      double largest = 0;
      for (std::size_t k = 0; k < depth; ++k) largest = std::max<double>(largest, std::abs(a(i, k)));
      for (std::size_t j = 0; j < columns; ++j) {
        double exact = bias(j);
        double sum = 0;
        for (std::size_t k = 0; k < depth; ++k) {
          exact += static_cast<double>(a(i, k)) * kept(j, k);
          sum += std::abs(kept(j, k));
        }
        // The error is at most half a quantization step for each number of A's row, plus the rounding of the sums in
        // float32.
        const double roundings = 1e-6 * (std::abs(bias(j)) + largest * sum);
        EXPECT_LE(std::abs(c(i, j) - exact), largest / 16382 * sum * 1.001 + roundings);
      }
    }
  }
}

TEST(Int8, ARowIsMadeOfBytesWhoseProductsAreTheSameOnAllProcessors) {
  const Matrix a = random_numbers<2>({1, 1001}, 13);
  const QuantizedRows row = quantize_rows(matrix(a), Words::bytes);
  float largest = 0;
  for (const float x : a) largest = std::max(largest, std::abs(x));
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto upper = std::bit_cast<std::array<std::int8_t, 4>>(row.words[k / 4])[k % 4];
    const auto lower = std::bit_cast<std::array<std::int8_t, 4>>(row.words[row.quads + k / 4])[k % 4];
    ASSERT_GE(std::min(upper, lower), 0);
    const float number = static_cast<float>(128 * (upper - 64) + lower) * row.scales[0];
    ASSERT_LE(std::abs(number - a(0, k)), largest / 16382 * 1.001F);
  }
}

TEST(Int8, TheLargestSumsOfIntegersAreExact) {
  constexpr std::size_t depth = 3 * exact_depth;
  const PackedMatrix weight = packed(Precision::int8, Matrix({1, depth}, 127.0F));
  for (const float number : {-8191.0F, 8191.0F, 127.0F}) {  // 127 is 63 in the upper byte and 127 in the lower byte.
    for (const std::size_t rows : {1, 2}) {
      Matrix a({rows, depth}, number);
      for (std::size_t i = 0; i < rows; ++i) a(i, 0) = 8191.0F;
      const double exact = 127.0 * (static_cast<double>(depth - 1) * number + 8191.0);
      for (const Words kind : {Words::pairs, Words::bytes}) {
        const Matrix products = quantized_product(a, kind, weight, Vector({tile_columns}, 0.0F));
        for (std::size_t i = 0; i < rows; ++i) EXPECT_NEAR(products(i, 0) / exact, 1.0, 1e-6);
      }
    }
  }
}

TEST(Int8, OnlyARowWithNumbersThatAreNotFiniteGivesNone) {
  const PackedMatrix weight = packed(Precision::int8, random_numbers<2>({9, 6}, 12));
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Matrix a({2, 6}, 1.0F);
    a(1, 4) = wrong;
    const Matrix c = product(a, weight, Vector({9}, 0.0F));
    for (std::size_t j = 0; j < 9; ++j) {
      EXPECT_TRUE(std::isfinite(c(0, j)));
      EXPECT_FALSE(std::isfinite(c(1, j)));
    }
  }
}

TEST(Int8, OnlyAColumnWithNumbersThatAreNotFiniteGivesNone) {
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Matrix numbers = random_numbers<2>({9, 6}, 12);
    numbers(4, 2) = wrong;
    const Matrix c = product(Matrix({1, 6}, 1.0F), packed(Precision::int8, numbers), Vector({9}, 0.0F));
    for (std::size_t j = 0; j < 9; ++j) EXPECT_EQ(std::isfinite(c(0, j)), j != 4);
  }
}

TEST(SharedMatrix, HasTheNumbersOfTheOtherInEveryPrecision) {
  const Matrix weight = random_numbers<2>({33, 77}, 14);
  const Vector bias = random_numbers<1>({33}, 15);
  for (const auto precision : {Precision::float32, Precision::float16, Precision::bfloat16, Precision::int8}) {
    PackedMatrix shared = packed(Precision::float32, random_numbers<2>({9, 6}, 16));
    PackedMatrix other;
    shared.share(other);  // the other matrix is set after it is shared
    other = packed(precision, weight);
    PackedMatrix again;
    again.share(shared);
    for (const PackedMatrix* each : {&shared, &again}) {
      EXPECT_EQ(each->precision(), precision);
      EXPECT_EQ(unpacked(*each), unpacked(other));
      for (const std::size_t rows : {1U, 3U}) {
        const Matrix a = random_numbers<2>({rows, 77}, 17);
        EXPECT_EQ(product(a, *each, bias), product(a, other, bias));
      }
    }
    EXPECT_EQ(shared.panel(0), other.panel(0));
  }
}

TEST(SharedMatrix, HasTheNumbersThatTheOtherSharesLater) {
  const PackedMatrix last = packed(Precision::float32, random_numbers<2>({10, 6}, 18));
  PackedMatrix first, second;
  first.share(second);
  second.share(last);
  EXPECT_EQ(first.columns(), 10U);
  EXPECT_EQ(first.panel(0), last.panel(0));
  EXPECT_THROW(second.share(first), std::invalid_argument);
  EXPECT_THROW(second.share(second), std::invalid_argument);
  EXPECT_EQ(first.panel(0), last.panel(0));
}

TEST(SharedMatrix, HasNumbersOfItsOwnAgainOnceItIsPacked) {
  const Matrix weight = random_numbers<2>({10, 6}, 18);
  const Matrix another = random_numbers<2>({4, 5}, 19);
  const PackedMatrix other = packed(Precision::float32, weight);
  PackedMatrix shared;
  shared.share(other);
  shared.pack_transposed(matrix(another));
  EXPECT_EQ(unpacked(shared), another);
  EXPECT_EQ(unpacked(other), weight);
}

}  // namespace
}  // namespace spotlight::kernels
