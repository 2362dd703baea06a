// Measures the workloads of workloads.mjs natively on one thread. Prints the median of each in milliseconds, as JSON.
// Usage: spotlight_bench [seconds per workload].
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <spotlight/attention/fused/fused.hpp>
#include <spotlight/attention/multihead.hpp>
#include <spotlight/attention/trace.hpp>
#include <spotlight/core/random.hpp>
#include <vector>

#include "../cpp/set_linear.hpp"

namespace {

using namespace spotlight;

/// Fills a container with standard normal numbers.
template <class Container>
Container random(const typename Container::shape_type& shape, std::uint64_t seed, float deviation = 1.0F) {
  auto values = Container::from_shape(shape);
  for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] = deviation * random_normal(seed, i);
  return values;
}

Linear random_linear(std::size_t embed_dim, std::uint64_t seed) {
  Linear linear;
  const float deviation = 1.0F / std::sqrt(static_cast<float>(embed_dim));
  set_linear(random<Matrix>({embed_dim, embed_dim}, seed, deviation), random<Vector>({embed_dim}, seed + 1, 0.1F),
             linear);
  return linear;
}

template <class Function>
double measure(double seconds, Function call) {
  using clock = std::chrono::steady_clock;
  call();
  std::vector<double> times;
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  do {
    const auto begin = clock::now();
    call();
    times.push_back(std::chrono::duration<double, std::milli>(clock::now() - begin).count());
  } while (clock::now() < end);
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

/// Query, key and value for attention of several heads that are computed one after another: seq_len queries and keys,
/// head_dim 64.
struct Heads {
  Heads(std::size_t heads, std::size_t seq_len)
      : query(random<Tensor4>({1, heads, seq_len, 64}, 1)),
        key(random<Tensor4>({1, heads, seq_len, 64}, 2)),
        value(random<Tensor4>({1, heads, seq_len, 64}, 3)) {}

  double fused(double seconds, bool is_causal = false) {
    AttentionOptions options;
    options.mask.is_causal = is_causal;
    FusedScratch scratch;
    Tensor4 output;
    return measure(seconds, [&] { fused_attention(query, key, value, options, scratch, output); });
  }
  double traced(double seconds) {
    Trace trace;
    return measure(seconds, [&] { trace_attention(query, key, value, {}, trace); });
  }

  Tensor4 query, key, value;  // [1, heads, seq_len, 64]
};

double multihead(double seconds, std::size_t batch, std::size_t seq_len, std::size_t num_heads, std::size_t embed_dim) {
  MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = num_heads;
  weights.query = random_linear(embed_dim, 4);
  weights.key = random_linear(embed_dim, 6);
  weights.value = random_linear(embed_dim, 8);
  weights.output = random_linear(embed_dim, 10);
  const auto x = random<Tensor3>({batch, seq_len, embed_dim}, 12);
  MultiheadScratch scratch;
  Tensor3 output;
  return measure(seconds, [&] { multihead_attention(x, x, x, weights, {}, scratch, output); });
}

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 1.0;
  std::printf("{\n");
  std::printf("  \"W1\": %.4f,\n", Heads(12, 128).fused(seconds));
  std::printf("  \"W2\": %.4f,\n", Heads(12, 512).fused(seconds));
  std::printf("  \"W2, every step\": %.4f,\n", Heads(12, 512).traced(seconds));
  std::printf("  \"W3\": %.4f,\n", Heads(8, 2048).fused(seconds, true));
  std::printf("  \"W4\": %.4f,\n", multihead(seconds, 1, 128, 12, 768));
  std::printf("  \"W5\": %.4f,\n", multihead(seconds, 64, 10, 8, 512));
  std::printf("  \"W6\": %.4f\n}\n", multihead(seconds, 1, 16, 4, 128));
}
