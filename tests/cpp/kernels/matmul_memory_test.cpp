#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "failing_allocator.hpp"
#include "kernels/matmul.hpp"
#include "random_numbers.hpp"

namespace spotlight::kernels {
namespace {

TEST(MatmulMemory, ProductsAreSafe) {
  expect_safe(computation<Matrix>([](Matrix& product, Size size) {
    const Matrix numbers = random_numbers<2>({size == Size::small ? 5U : 70U, size == Size::small ? 3U : 18U}, 1);
    const ConstMatrixView a = matrix(numbers);
    allocate(product, "product", {a.rows, a.rows});
    matmul_nt(a, a, matrix(product));
    accumulate_matmul(matrix(Matrix(product)), matrix(product), matrix(product));
    accumulate_matmul_tn(matrix(Matrix(product)), matrix(product), matrix(product));
    return numbers_of(product);
  }));
}

// The test runs in a new thread: only there, a product has to allocate memory for packed rows, which a thread keeps for
// later products.
TEST(MatmulMemory, PackedRowsThatDoNotFitAreNamed) {
  std::thread([] {
    const Matrix a = random_numbers<2>({150, 20}, 1);
    PackedMatrix b;
    b.pack_transposed(matrix(a));
    Matrix product = Matrix::from_shape({150, 150});
    const auto multiply = [&] { matmul(matrix(a), b, nullptr, matrix(product)); };
    remaining_allocations = 0;
    try {
      multiply();
      remaining_allocations = -1;
      FAIL() << "no error";
    } catch (const memory::OutOfMemory& error) {
      remaining_allocations = -1;
      EXPECT_STREQ(error.what(), "packed rows");
    }
    multiply();
    const std::vector<float> expected = numbers_of(product);
    remaining_allocations = 0;
    multiply();
    remaining_allocations = -1;
    EXPECT_EQ(numbers_of(product), expected);
  }).join();
}

}  // namespace
}  // namespace spotlight::kernels
