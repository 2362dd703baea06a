#include "kernels/matmul.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>
#include <ostream>
#include <vector>

#include "random_numbers.hpp"
#include "reference.hpp"

namespace {

using spotlight::Matrix;

struct Size {
  std::size_t rows, depth, columns;
};

void PrintTo(const Size& size, std::ostream* out) {
  *out << size.rows << " by " << size.depth << " by " << size.columns;
}

class Matmul : public testing::TestWithParam<Size> {};

Matrix random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  return spotlight::random_numbers<2>({rows, columns}, seed, 1.0F);
}

std::vector<double> product(const Matrix& a, const Matrix& b) {
  std::vector<double> c(a.shape(0) * b.shape(1));
  for (std::size_t i = 0; i < a.shape(0); ++i) {
    for (std::size_t j = 0; j < b.shape(1); ++j) {
      for (std::size_t k = 0; k < a.shape(1); ++k) c[i * b.shape(1) + j] += static_cast<double>(a(i, k)) * b(k, j);
    }
  }
  return c;
}

double tolerance(std::size_t depth) { return 3e-7 * static_cast<double>(depth + 4); }

TEST_P(Matmul, IsTheProduct) {
  const auto [rows, depth, columns] = GetParam();
  const Matrix a = random_matrix(rows, depth, 1);
  const Matrix b = random_matrix(depth, columns, 2);
  Matrix c({rows, columns}, 99.0F);
  spotlight::kernels::matmul(spotlight::matrix(a), spotlight::matrix(b), spotlight::matrix(c));
  EXPECT_LE(reference::largest_difference(c, product(a, b)), tolerance(depth));
}

TEST_P(Matmul, NtIsTheProductWithTheTransposed) {
  const auto [rows, depth, columns] = GetParam();
  const Matrix a = random_matrix(rows, depth, 3);
  const Matrix b = random_matrix(depth, columns, 4);
  Matrix b_transposed({columns, depth});
  for (std::size_t k = 0; k < depth; ++k) {
    for (std::size_t j = 0; j < columns; ++j) b_transposed(j, k) = b(k, j);
  }
  Matrix c({rows, columns}, 99.0F);
  spotlight::kernels::matmul_nt(spotlight::matrix(a), spotlight::matrix(b_transposed), spotlight::matrix(c));
  EXPECT_LE(reference::largest_difference(c, product(a, b)), tolerance(depth));
}

TEST_P(Matmul, ABiasIsAddedToEveryRow) {
  const auto [rows, depth, columns] = GetParam();
  const Matrix a = random_matrix(rows, depth, 5);
  const Matrix b = random_matrix(depth, columns, 6);
  const Matrix bias = random_matrix(1, columns, 7);
  spotlight::kernels::PackedMatrix packed;
  packed.pack(spotlight::matrix(b));
  Matrix c({rows, columns}, 99.0F);
  spotlight::kernels::matmul(spotlight::matrix(a), packed, bias.data(), spotlight::matrix(c));
  std::vector<double> expected = product(a, b);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += bias(0, i % columns);
  EXPECT_LE(reference::largest_difference(c, expected), tolerance(depth));
}

TEST_P(Matmul, AccumulatesOntoC) {
  const auto [rows, depth, columns] = GetParam();
  const Matrix a = random_matrix(rows, depth, 8);
  const Matrix a_transposed = xt::transpose(a);
  const Matrix b = random_matrix(depth, columns, 9);
  Matrix c({rows, columns}, 2.0F);
  spotlight::kernels::accumulate_matmul(spotlight::matrix(a), spotlight::matrix(b), spotlight::matrix(c));
  spotlight::kernels::accumulate_matmul_tn(spotlight::matrix(a_transposed), spotlight::matrix(b), spotlight::matrix(c));
  std::vector<double> expected = product(a, b);
  for (double& element : expected) element = 2 * element + 2;
  EXPECT_LE(reference::largest_difference(c, expected), 2 * tolerance(depth));
}

INSTANTIATE_TEST_SUITE_P(OddAndEvenSizes, Matmul,
                         testing::Values(Size{1, 1, 1}, Size{1, 5, 9}, Size{1, 768, 16}, Size{1, 1283, 17},
                                         Size{1, 131, 33}, Size{1, 64, 104}, Size{4, 8, 8}, Size{5, 7, 3},
                                         Size{7, 128, 16}, Size{3, 129, 10}, Size{13, 300, 17}, Size{64, 64, 64},
                                         Size{65, 769, 10}, Size{70, 1600, 17}, Size{129, 769, 10},
                                         Size{131, 1600, 17}));

// A product may have no rows, for example the embedding of an image without patches.
TEST(MatmulView, AProductOfNoRowsReadsAndWritesNothing) {
  spotlight::kernels::PackedMatrix b;
  b.pack(spotlight::matrix(random_matrix(5, 9, 2)));
  const spotlight::ConstMatrixView none = {nullptr, 0, 5, 5};
  spotlight::kernels::matmul(none, b, nullptr, {nullptr, 0, 9, 9});
  spotlight::kernels::accumulate_matmul(none, b, {nullptr, 0, 9, 9});
}

TEST(MatmulView, AProductOfNoDepthIsTheBias) {
  using spotlight::kernels::Precision;
  const Matrix bias = random_matrix(1, 11, 3);
  for (const auto precision : {Precision::float32, Precision::float16, Precision::int8}) {
    spotlight::kernels::PackedMatrix b;
    b.keep_as(precision);
    b.resize(0, 11, "b");
    b.pack_columns(0, {nullptr, 11, 0, 0});
    for (const std::size_t rows : {1U, 5U}) {
      Matrix c({rows, 11}, 99.0F);
      spotlight::kernels::matmul({nullptr, rows, 0, 0}, b, bias.data(), spotlight::matrix(c));
      for (std::size_t i = 0; i < c.size(); ++i) ASSERT_EQ(c.data()[i], bias(0, i % 11)) << rows << " rows";
    }
  }
}

// The depth of A may be less than that of B: in causal attention, the weights of a block of queries end before the last
// key.
TEST(MatmulView, TheDepthIsThatOfA) {
  const Matrix a = random_matrix(3, 5, 5);
  const Matrix b = random_matrix(9, 11, 6);
  spotlight::kernels::PackedMatrix packed;
  packed.pack(spotlight::matrix(b));
  Matrix top({5, 11});
  std::copy_n(b.data(), top.size(), top.data());
  const std::vector<double> expected = product(a, top);
  for (const std::size_t rows : {1U, 3U}) {
    Matrix c({rows, 11}, 99.0F);
    spotlight::kernels::matmul(spotlight::matrix(a).row_range(0, rows), packed, nullptr, spotlight::matrix(c));
    EXPECT_LE(reference::largest_difference(c, {expected.begin(), expected.begin() + c.size()}), tolerance(5)) << rows;
  }
}

TEST(MatmulView, WritesInsideItsColumnsOnly) {
  const Matrix a = random_matrix(3, 2, 5);
  const Matrix b = random_matrix(2, 3, 6);
  Matrix c({3, 5}, 42.0F);
  spotlight::kernels::matmul(spotlight::matrix(a), spotlight::matrix(b), {c.data(), 3, 3, 5});
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(c(row, 3), 42.0F);
    EXPECT_EQ(c(row, 4), 42.0F);
  }
}

/// Calls a function on a new thread whose stack has `bytes` bytes; a stack overflow would terminate the program.
void call_with_stack(std::size_t bytes, const std::function<void()>& function) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  const auto call = [](void* called) -> void* {
    (*static_cast<const std::function<void()>*>(called))();
    return nullptr;
  };
  pthread_t thread{};
  ASSERT_EQ(pthread_create(&thread, &attributes, call, const_cast<std::function<void()>*>(&function)), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

// Products need less stack than 128 KB, the default size of a thread's stack in musl.
TEST(Matmul, SmallStacksSuffice) {
  using spotlight::kernels::Precision;
  const Matrix a = random_matrix(130, 1100, 11);
  const Matrix weights = random_matrix(50, 1100, 12);
  Matrix c({130, 50});
  call_with_stack(128 * 1024, [&] {
    for (const auto precision : {Precision::float32, Precision::bfloat16, Precision::int8}) {
      spotlight::kernels::PackedMatrix b;
      b.keep_as(precision);
      b.pack_transposed(spotlight::matrix(weights));
      spotlight::kernels::matmul(spotlight::matrix(a), b, nullptr, spotlight::matrix(c));
    }
  });
}

}  // namespace
