// Prints the attention weights of three tokens: cmake -B build -DCMAKE_PREFIX_PATH=<install tree> && cmake
// --build build
#include <cstdio>
#include <spotlight/attention/trace.hpp>

int main() {
  const spotlight::Tensor4 x = {{{{1, 0}, {0, 1}, {1, 1}}}};  // [batch 1, heads 1, tokens 3, head_dim 2]
  spotlight::Trace trace;
  spotlight::trace_attention(x, x, x, {}, trace);
  for (const float weight : trace.weights) std::printf("%.3f ", weight);  // [1, 1, queries 3, keys 3]
}
