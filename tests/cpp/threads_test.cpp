// Loops on several threads: every range is computed once, nothing is allocated there, and the numbers are those of one
// thread.
#include "threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "attention/fused.hpp"
#include "attention/multihead.hpp"
#include "failing_allocator.hpp"
#include "kernels/activations.hpp"
#include "kernels/matmul.hpp"
#include "kernels/normalization.hpp"
#include "random_numbers.hpp"

namespace spotlight {
namespace {

class Helpers {
 public:
  explicit Helpers(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back(threads::help, threads::add_helper());
  }
  ~Helpers() {
    threads::dismiss_helpers();
    for (std::thread& each : threads_) each.join();
  }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

 private:
  std::vector<std::thread> threads_;
};

TEST(Threads, ThereIsOneWithoutHelpers) {
  EXPECT_EQ(threads::count(), 1U);
  const Helpers helpers(2);
  EXPECT_EQ(threads::count(), 3U);
}

TEST(Threads, EveryElementIsComputedOnce) {
  const Helpers helpers(3);
  std::mt19937 random(1);
  for (int loop = 0; loop < 3000; ++loop) {
    const std::size_t size = random() % 200;
    const std::size_t step = 1 + random() % 9;
    const std::size_t smallest = random() % 20;
    std::vector<int> computed(size);
    std::atomic<std::size_t> wrong = 0;
    threads::for_each_range(size, step, smallest, [&](std::size_t first, std::size_t end, std::size_t thread) {
      const bool is_whole = first == 0 && end == size;
      if (first % step != 0 || (end - first < smallest && end != size && !is_whole) || thread > 3) ++wrong;
      for (std::size_t i = first; i < end; ++i) ++computed[i];
    });
    ASSERT_EQ(wrong, 0U);
    ASSERT_EQ(computed, std::vector<int>(size, 1));
  }
}

TEST(Threads, AThreadIsInOneRangeAtATime) {
  const Helpers helpers(3);
  std::array<std::atomic<int>, 4> inside{};
  std::atomic<int> most = 0;
  for (int loop = 0; loop < 2000; ++loop) {
    threads::for_each_range(64, 1, 1, [&](std::size_t, std::size_t, std::size_t thread) {
      if (++inside[thread] > 1) ++most;
      --inside[thread];
    });
  }
  EXPECT_EQ(most, 0);
}

TEST(Threads, HelpersComputeToo) {
  const Helpers helpers(1);
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> has_helped = false;
  while (!has_helped) {
    threads::for_each_range(8, 1, 1, [&](std::size_t, std::size_t, std::size_t thread) {
      if (std::this_thread::get_id() != caller && thread == 1) has_helped = true;
    });
  }
}

TEST(Threads, HelpersCanBeDismissedAndOthersStarted) {
  for (std::size_t round = 0; round < 20; ++round) {
    const Helpers helpers(round % 4);
    std::atomic<std::size_t> sum = 0;
    threads::for_each_range(100, 1, 1, [&](std::size_t first, std::size_t end, std::size_t) { sum += end - first; });
    EXPECT_EQ(sum, 100U);
  }
  EXPECT_EQ(threads::count(), 1U);
}

using Compute = std::function<std::vector<float>()>;

/// Bit for bit, many times; and the second time in the same memory nothing but the caller allocates.
void expect_the_same_on_threads(const Compute& compute) {
  const std::vector<float> alone = compute();
  for (const std::size_t count : {1, 2, 5}) {
    const Helpers helpers(count);
    for (int time = 0; time < 3; ++time) {
      foreign_allocations = 0;
      own_thread = std::this_thread::get_id();
      EXPECT_EQ(compute(), alone) << count << " helpers";
      EXPECT_EQ(foreign_allocations, 0);
    }
  }
}

/// The product with a packed matrix that is kept in this precision.
Compute product(std::size_t rows, std::size_t depth, std::size_t columns, kernels::Precision precision) {
  const auto b = std::make_shared<kernels::PackedMatrix>();
  b->keep_as(precision);
  b->resize(depth, columns, "b");
  Matrix weights = random_numbers<2>({columns, depth}, 2);
  for (float& each : weights) each = std::round(each * 64.0F) / 64.0F;  // has 16 bits in either precision
  b->pack_columns(0, matrix(weights));
  return [=] {
    const Matrix a = random_numbers<2>({rows, depth}, 1);
    const Vector bias = random_numbers<1>({columns}, 3);
    Matrix c = Matrix::from_shape({rows, columns});
    kernels::matmul(matrix(a), *b, bias.data(), matrix(c));
    return numbers_of(c);
  };
}

TEST(Threads, Products) {
  using kernels::Precision;
  for (const auto precision : {Precision::float32, Precision::float16, Precision::bfloat16, Precision::int8}) {
    SCOPED_TRACE(static_cast<int>(precision));
    expect_the_same_on_threads(product(1, 900, 500, precision));
    expect_the_same_on_threads(product(2, 130, 700, precision));
    expect_the_same_on_threads(product(67, 800, 333, precision));
    expect_the_same_on_threads(product(131, 60, 97, precision));
  }
}

TEST(Threads, RowByRow) {
  expect_the_same_on_threads([] {
    Matrix x = random_numbers<2>({50, 333}, 1);
    const Vector weight = random_numbers<1>({333}, 2);
    const Vector bias = random_numbers<1>({333}, 3);
    kernels::layer_norm(matrix(std::as_const(x)), weight, bias, 1e-5F, matrix(x));
    kernels::gelu(matrix(x));
    kernels::rms_norm(matrix(std::as_const(x)), weight, 1e-5F, matrix(x));
    kernels::softcap(matrix(x), 2.0F);
    return numbers_of(x);
  });
}

Compute attention(const AttentionOptions& options, std::size_t value_dim) {
  return [=] {
    const Tensor4 query = random_numbers<4>({2, 6, 150, 20}, 1);
    const Tensor4 key = random_numbers<4>({2, 3, 150, 20}, 2);
    const Tensor4 value = random_numbers<4>({2, 3, 150, value_dim}, 3);
    FusedScratch scratch;
    Tensor4 output;
    fused_attention(query, key, value, options, scratch, output);
    return numbers_of(output);
  };
}

TEST(Threads, Attention) {
  AttentionOptions options;
  expect_the_same_on_threads(attention(options, 16));
  options.mask.is_causal = true;
  options.dropout_p = 0.2F;
  expect_the_same_on_threads(attention(options, 13));
  const SparsePattern pattern = {.window = 20, .global = {0, 70, 149}, .random_blocks = 2, .seed = 5};
  options.mask.pattern = &pattern;
  expect_the_same_on_threads(attention(options, 16));
}

/// Multi-head attention of so many heads of queries, and of keys and values.
Compute multihead(std::size_t heads, std::size_t kv_heads, std::size_t queries) {
  return [=] {
    constexpr std::size_t embed_dim = 40;
    constexpr std::size_t head_dim = 12;
    MultiheadWeights weights;
    weights.num_heads = heads;
    weights.num_kv_heads = kv_heads;
    weights.ablated_heads = {1};
    set_linear(random_numbers<2>({heads * head_dim, embed_dim}, 1), {}, weights.query);
    set_linear(random_numbers<2>({kv_heads * head_dim, embed_dim}, 2), {}, weights.key);
    set_linear(random_numbers<2>({kv_heads * head_dim, embed_dim}, 3), {}, weights.value);
    set_linear(random_numbers<2>({embed_dim, heads * head_dim}, 4), {}, weights.output);
    const Tensor3 x = random_numbers<3>({2, queries, embed_dim}, 5);
    const Tensor3 other = random_numbers<3>({2, 90, embed_dim}, 6);
    MultiheadScratch scratch;
    Tensor3 output;
    multihead_attention(x, other, other, weights, {}, scratch, output);
    return numbers_of(output);
  };
}

TEST(Threads, MultiheadAttention) {
  expect_the_same_on_threads(multihead(12, 12, 80));
  expect_the_same_on_threads(multihead(9, 3, 80));
  expect_the_same_on_threads(multihead(8, 1, 80));
  expect_the_same_on_threads(multihead(8, 2, 1));
}

}  // namespace
}  // namespace spotlight
