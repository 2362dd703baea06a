// Formats of the numbers of a matrix.
#pragma once

#include <cstdint>

namespace spotlight::kernels {

/// Format of the numbers of a matrix. Those from q4_0 on are the types of blocks of a GGUF file that have the same
/// names (gguf_blocks.hpp).
enum class Precision : std::uint8_t {
  float32,
  float16,
  bfloat16,
  int8,
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  q4_k,
  q5_k,
  q6_k
};

}  // namespace spotlight::kernels
