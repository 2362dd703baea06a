// Parallel loops: each range of a loop is computed once, helpers (the additional threads) do not allocate, and the
// results equal those of a single thread.
#include "core/threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "attention/fused/fused.hpp"
#include "attention/multihead.hpp"
#include "failing_allocator.hpp"
#include "kernels/matmul.hpp"
#include "layers/activation.hpp"
#include "layers/norm.hpp"
#include "random_numbers.hpp"
#include "set_linear.hpp"

namespace spotlight {
namespace {

class Helpers {
 public:
  explicit Helpers(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this](std::size_t thread) { team_.help(thread); }, team_.add_helper());
    }
  }
  ~Helpers() {
    team_.dismiss_helpers();
    for (std::thread& each : threads_) each.join();
  }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  threads::Team& team() { return team_; }
  std::size_t helped() const { return team_.helped(); }

 private:
  threads::Team team_;
  threads::ScopedTeam use_{team_};
  std::vector<std::thread> threads_;
};

TEST(Threads, ThereIsOneWithoutHelpers) {
  EXPECT_EQ(threads::count(), 1U);
  const Helpers helpers(2);
  EXPECT_EQ(threads::count(), 3U);
}

/// True if a condition becomes true within a minute, which is enough on any machine.
bool comes_true(const std::function<bool()>& is_true) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!is_true()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

TEST(Threads, EveryElementIsComputedOnce) {
  const Helpers helpers(3);
  std::mt19937 random(1);
  for (int time = 0; time < 3000; ++time) {
    const threads::Loop loop = {.size = random() % 200, .step = 1 + random() % 9, .smallest = random() % 20};
    std::vector<int> computed(loop.size);
    std::atomic<std::size_t> wrong = 0;
    const std::size_t count = loop.threads();
    threads::for_each_range(loop, [&](std::size_t first, std::size_t end, std::size_t thread) {
      const bool is_small = end - first < loop.smallest && end != loop.size;
      if (first % loop.step != 0 || is_small || thread >= count) ++wrong;
      for (std::size_t i = first; i < end; ++i) ++computed[i];
    });
    ASSERT_EQ(wrong, 0U);
    ASSERT_EQ(computed, std::vector<int>(loop.size, 1));
  }
}

constexpr threads::Loop many_ranges = {.size = 64, .step = 1, .smallest = 1};

TEST(Threads, EachNumberIsThatOfOneThread) {
  const Helpers helpers(3);
  std::mutex mutex;
  std::array<std::set<std::thread::id>, 4> ids;
  EXPECT_TRUE(comes_true([&] {
    threads::for_each_range(many_ranges, [&](std::size_t, std::size_t, std::size_t thread) {
      const std::scoped_lock lock(mutex);
      ids.at(thread).insert(std::this_thread::get_id());
    });
    return std::ranges::none_of(ids, [](const auto& each) { return each.empty(); });
  }));
  for (const auto& each : ids) EXPECT_EQ(each.size(), 1U);
}

/// Runs a parallel loop whose first range waits until a helper thread has computed another range. Returns whether a
/// helper came.
bool is_helped() {
  std::atomic<bool> has_helped = false;
  std::atomic<bool> has_come = true;
  threads::for_each_range(many_ranges, [&](std::size_t, std::size_t, std::size_t thread) {
    if (thread > 0) {
      has_helped = true;
    } else if (!comes_true([&] { return has_helped.load(); })) {
      has_come = false;
    }
  });
  return has_come;
}

TEST(Threads, AHelperThatSleepsIsWoken) {
  Helpers helpers(1);
  for (int time = 0; time < 3; ++time) {
    ASSERT_TRUE(comes_true([&] { return helpers.team().sleeping() == 1; }));
    EXPECT_TRUE(is_helped());
  }
}

TEST(Threads, WhatHelpersComputeIsCounted) {
  const Helpers helpers(1);
  const std::size_t before = helpers.helped();
  EXPECT_TRUE(is_helped());
  EXPECT_TRUE(comes_true([&] { return helpers.helped() > before; }));
}

TEST(Threads, ALoopWithinALoopIsPlain) {
  const Helpers helpers(2);
  std::atomic<std::size_t> outer = 0, inner = 0, wrong = 0;
  threads::for_each_range(many_ranges, [&](std::size_t first, std::size_t end, std::size_t) {
    outer += end - first;
    if (many_ranges.threads() != 1) ++wrong;
    threads::for_each_range(many_ranges, [&](std::size_t first_inner, std::size_t end_inner, std::size_t) {
      if (first_inner != 0 || end_inner != many_ranges.size) ++wrong;
      inner += end_inner - first_inner;
    });
  });
  EXPECT_EQ(outer, 64U);
  EXPECT_EQ(inner % 64, 0U);
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(threads::count(), 3U);
}

// A loop body that throws must end the program, since helpers would otherwise continue in a stack frame that no longer
// exists.
TEST(ThreadsDeathTest, ABodyThatThrowsEndsTheProgram) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto fail = [] {
    const Helpers helpers(1);
    threads::for_each_range(many_ranges, [](std::size_t, std::size_t, std::size_t thread) {
      if (thread == 0) throw std::runtime_error("refused");
    });
  };
  EXPECT_DEATH(fail(), "");
}

TEST(ThreadsDeathTest, AHelperThatFailsIsNotWaitedFor) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto fail = [] {
    Helpers helpers(1);
    std::atomic<bool> has_helper = false;
    threads::for_each_range(many_ranges, [&](std::size_t, std::size_t, std::size_t thread) {
      if (thread == 0) {
        while (!has_helper) std::this_thread::yield();
        return;
      }
      has_helper = true;
      helpers.team().report_failure();
      for (;;) std::this_thread::yield();  // as a worker whose code has thrown an error
    });
  };
  EXPECT_DEATH(fail(), "");
}

TEST(Threads, HelpersCanBeDismissedAndOthersStarted) {
  for (std::size_t round = 0; round < 20; ++round) {
    const Helpers helpers(round % 4);
    std::atomic<std::size_t> sum = 0;
    threads::for_each_range({.size = 100, .step = 1, .smallest = 1},
                            [&](std::size_t first, std::size_t end, std::size_t) { sum += end - first; });
    EXPECT_EQ(sum, 100U);
  }
  EXPECT_EQ(threads::count(), 1U);
}

using Compute = std::function<std::vector<float>()>;

/// Expects bit-identical results of a computation with 0, 1, 5 and 2 helper threads, although its memory was last used
/// with another number of threads, and expects that helpers compute but do not allocate.
void expect_the_same_on_threads(const Compute& compute) {
  const std::vector<float> alone = compute();
  for (const std::size_t count : {1, 5, 2}) {
    const Helpers helpers(count);
    const std::size_t before = helpers.helped();
    foreign_allocations = 0;
    own_thread = std::this_thread::get_id();
    EXPECT_TRUE(comes_true([&] {
      EXPECT_EQ(compute(), alone) << count << " helpers";
      return helpers.helped() > before;
    }));
    EXPECT_EQ(foreign_allocations, 0);
  }
  EXPECT_EQ(compute(), alone);
}

Compute product(std::size_t rows, std::size_t depth, std::size_t columns, kernels::Precision precision) {
  const auto b = std::make_shared<kernels::PackedMatrix>();
  b->keep_as(precision);
  b->resize(depth, columns, "b");
  Matrix weights = random_numbers<2>({columns, depth}, 2);
  // Rounds the weights to multiples of 1/64, which both 16-bit formats represent exactly.
  for (float& each : weights) each = std::round(each * 64.0F) / 64.0F;
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
    norm_forward({Norm::Kind::layer, 1e-5F, weight.data(), bias.data()}, matrix(std::as_const(x)), matrix(x));
    activation_forward(FeedForwardActivation::gelu, matrix(x), matrix(x));
    norm_forward({Norm::Kind::rms, 1e-5F, weight.data(), nullptr}, matrix(std::as_const(x)), matrix(x));
    softcap(matrix(x), 2.0F);
    return numbers_of(x);
  });
}

Compute attention(const AttentionOptions& options, std::size_t value_dim) {
  const auto kept = std::make_shared<FusedScratch>();
  return [=] {
    const Tensor4 query = random_numbers<4>({2, 6, 150, 20}, 1);
    const Tensor4 key = random_numbers<4>({2, 3, 150, 20}, 2);
    const Tensor4 value = random_numbers<4>({2, 3, 150, value_dim}, 3);
    Tensor4 output;
    fused_attention(query, key, value, options, *kept, output);
    return numbers_of(output);
  };
}

TEST(Threads, Attention) {
  AttentionOptions options;
  expect_the_same_on_threads(attention(options, 16));
  options.mask.is_causal = true;
  options.dropout_p = 0.2F;
  options.softcap = 0.5F;
  expect_the_same_on_threads(attention(options, 13));
  const SparsePattern pattern = {.window = 20, .global = {0, 70, 149}, .random_blocks = 2, .seed = 5};
  options.mask.pattern = &pattern;
  expect_the_same_on_threads(attention(options, 16));
}

Compute multihead(std::size_t heads, std::size_t kv_heads, std::size_t queries, std::size_t keys = 90) {
  const auto kept = std::make_shared<MultiheadScratch>();
  return [=] {
    constexpr std::size_t embed_dim = 40;
    constexpr std::size_t head_dim = 12;
    MultiheadWeights weights;
    weights.num_heads = heads;
    weights.num_kv_heads = kv_heads;
    set_linear(random_numbers<2>({heads * head_dim, embed_dim}, 1), {}, weights.query);
    set_linear(random_numbers<2>({kv_heads * head_dim, embed_dim}, 2), {}, weights.key);
    set_linear(random_numbers<2>({kv_heads * head_dim, embed_dim}, 3), {}, weights.value);
    set_linear(random_numbers<2>({embed_dim, heads * head_dim}, 4), {}, weights.output);
    const Tensor3 x = random_numbers<3>({2, queries, embed_dim}, 5);
    const Tensor3 other = random_numbers<3>({2, keys, embed_dim}, 6);
    Tensor3 output;
    multihead_attention(x, other, other, weights, {}, *kept, output);
    return numbers_of(output);
  };
}

TEST(Threads, MultiheadAttention) {
  expect_the_same_on_threads(multihead(12, 12, 80));
  expect_the_same_on_threads(multihead(9, 3, 80));
  expect_the_same_on_threads(multihead(8, 1, 80));
  expect_the_same_on_threads(multihead(8, 2, 1, 2000));  // with fewer keys, helpers would start too late
}

// A sparse pattern needs memory in each thread for its blocks of keys. It must be allocated before the parallel loop,
// even if only one head has a pattern.
TEST(Threads, AHeadWithASparsePatternOfItsOwn) {
  const SparsePattern pattern = {.window = 20, .global = {0, 70, 149}, .random_blocks = 2, .seed = 5};
  MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = 12;
  for (Linear* linear : {&weights.query, &weights.key, &weights.value, &weights.output}) {
    set_linear(random_numbers<2>({48, 48}, 1), {}, *linear);
  }
  const Tensor3 x = random_numbers<3>({1, 150, 48}, 5);
  MultiheadOptions options;
  options.head = 7;
  options.head_options.mask.pattern = &pattern;
  expect_the_same_on_threads([&] {
    MultiheadScratch scratch;  // the scratch contains no blocks of a previous call
    Tensor3 output;
    multihead_attention(x, x, x, weights, options, scratch, output);
    return numbers_of(output);
  });
}

class ChangesWeights final : public StepHook {
 public:
  explicit ChangesWeights(std::size_t head) : head_(head) {}
  bool wants(Place, Step step) const override { return step == Step::weights; }
  void mark_heads(Place, StepRange, std::span<std::uint8_t> is_wanted) const override { is_wanted[head_] = 1; }
  void on(Place, Step, const StepView& view) override {
    EXPECT_EQ(std::this_thread::get_id(), thread_);
    for (std::size_t i = 0; i < view.rows; ++i) view.row(0, i)[0] += 1.0F;
  }

 private:
  std::size_t head_;
  std::thread::id thread_ = std::this_thread::get_id();
};

TEST(Threads, HeadsWithoutAHookBesideOneThatHasIt) {
  // Sizes so small that one thread computes all products in the trace of the head with the hook.
  constexpr std::size_t queries = 70, keys = 60, columns = 12 * 8;
  const Matrix query = random_numbers<2>({queries, columns}, 1);
  const Matrix key = random_numbers<2>({keys, columns}, 2);
  const Matrix value = random_numbers<2>({keys, columns}, 3);
  MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = 12;
  ChangesWeights hook(7);
  MultiheadOptions options;
  options.probe = {&hook, {}};
  const auto kept = std::make_shared<FusedScratch>();
  expect_the_same_on_threads([&] {
    Matrix concat = Matrix::from_shape({queries, columns});
    attend_heads(0, 0, {.query = matrix(query), .key = matrix(key), .value = matrix(value)}, weights, options, *kept,
                 matrix(concat));
    return numbers_of(concat);
  });
}

// Two threads of a program use the library independently, each with its own team of helper threads.
TEST(Threads, TwoThreadsHaveTeamsOfTheirOwn) {
  const Compute compute = multihead(12, 12, 80);
  const std::vector<float> expected = compute();
  const auto use_own_team = [&](std::size_t helpers_count) {
    const Helpers helpers(helpers_count);
    const Compute own = multihead(12, 12, 80);
    EXPECT_EQ(threads::count(), helpers_count + 1);
    EXPECT_TRUE(comes_true([&] {
      EXPECT_EQ(own(), expected);
      return helpers.helped() > 20;
    }));
  };
  std::thread first(use_own_team, 1), second(use_own_team, 2), alone([&] {
    const Compute own = multihead(12, 12, 80);
    for (int time = 0; time < 5; ++time) EXPECT_EQ(own(), expected);
    EXPECT_EQ(threads::count(), 1U);
  });
  for (std::thread* each : {&first, &second, &alone}) each->join();
}

TEST(Threads, ATeamIsUsedUntilTheEndOfItsScope) {
  const Helpers outer(1);
  {
    const Helpers inner(2);
    EXPECT_EQ(threads::count(), 3U);
  }
  EXPECT_EQ(threads::count(), 2U);
}

}  // namespace
}  // namespace spotlight
