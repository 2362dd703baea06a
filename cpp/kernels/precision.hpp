#pragma once

#include <cstdint>

namespace spotlight::kernels {

/// Number format in which a packed matrix is stored. The values from q4_0 on are block formats of GGUF files, under
/// GGUF's names (gguf_blocks.hpp).
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
