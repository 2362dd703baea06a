// Products with matrices in the block formats of GGUF files (github.com/ggml-org/ggml, ggml-common.h), without
// converting the matrix.
//
// A block holds 32 or 256 numbers of a row as integers of 4 to 8 bits: number = scale · (integer − offset) + minimum.
// Scale and minimum apply to a part of 16 or 32 numbers. A panel holds tile_columns rows of the file. Its integers are
// split into bit planes: 5-bit and 6-bit integers are stored as a plane of the lower 4 bits and a plane of the upper 1
// or 2 bits. Each 32-bit word holds integers of one row of the file.
//
// Products need no shifts. An n-bit integer at place k of a word is 2^(n·k) times too large, so its activation is
// multiplied by 2^(−n·k) beforehand, which is exact. The integer at the last place contains the sign bit of the word
// and is therefore stored minus 2^(n−1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "precision.hpp"

namespace spotlight::kernels {

struct BlockFormat {
  std::size_t file_bytes;                 // bytes of a block in the file
  std::size_t numbers;                    // numbers in a block
  std::size_t part = 32;                  // numbers per part
  std::array<unsigned, 2> bits = {4, 0};  // bits per integer in each plane, lower bits first; 0: no second plane
  float offset = 0.0F;                    // subtracted from the integers, which are stored as unsigned numbers
  bool has_minimum = false;               // true if there is a minimum beside each scale
  bool has_part_scales = false;           // true if each part has an int8 factor of the block's scale

  std::size_t parts() const { return numbers / part; }
  /// Sizes in bytes, per column of a panel: scale_bytes() for the scale and minimum of a block, part_bytes() for one
  /// part of a block, bytes() for the whole block.
  std::size_t scale_bytes() const { return has_minimum ? 4 : 2; }
  std::size_t part_bytes() const { return (has_part_scales ? scale_bytes() / 2 : 0) + part * (bits[0] + bits[1]) / 8; }
  std::size_t bytes() const { return scale_bytes() + parts() * part_bytes(); }
};

/// Block format of the GGUF file that a precision stands for; null if the precision is not a block format.
const BlockFormat* block_format_of(Precision precision);

/// Packs one row of the file's matrix, which consists of `blocks` blocks, as column `column` of a panel.
/// @returns false if a scale or a minimum is not finite
bool pack_blocks(Precision precision, const std::uint8_t* row, std::size_t blocks, std::size_t column,
                 std::uint8_t* panel);

/// Converts rows [first_depth, first_depth + depth) of a panel to float32, [depth, tile_columns]. first_depth and depth
/// are multiples of 32.
void widen_blocks(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_depth, std::size_t depth,
                  float* widened);

/// A row of activations, prepared for products with panels in one block format.
struct RowForBlocks {
  std::vector<float> scaled;   // [parts, planes, part]: activations times the factors of their integers' places
  std::vector<float> addends;  // [parts]: corrections for the integers stored minus 2^(n−1)
  std::vector<float> sums;     // [parts]: sums of the activations
};
RowForBlocks row_for_blocks(const BlockFormat& format, const float* a, std::size_t depth);

/// products [tile_columns] += a · panel, for one row of activations `a`.
void add_product_of_blocks(const BlockFormat& format, const RowForBlocks& a, const std::uint8_t* panel,
                           float* products);

}  // namespace spotlight::kernels
