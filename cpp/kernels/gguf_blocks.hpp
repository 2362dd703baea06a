// Matrices in the blocks of a GGUF file (github.com/ggml-org/ggml, ggml-common.h), multiplied as they are stored.
//
// A block has 32 or 256 numbers of a row, each of 4 to 8 bits: scale · (integer − offset) + minimum. Scale and minimum
// are those of a part of 16 or 32 numbers. Blocks are packed in panels of tile_columns rows of the file, in which the
// integers are in planes: words of 4, 8, 2 or 1 bits each, one word for each row of the file. A sum of 5 or 6 bits is
// that of 4 and of the upper 1 or 2.
//
// Nothing is shifted to multiply: the integer in place k of a word, of n bits, is 2^(n·k) times too large, and is
// multiplied with an activation that was multiplied with 2^(−n·k), which is exact. The integer in the last place has
// the sign bit of the word, and is stored less 2^(n−1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "precision.hpp"

namespace spotlight::kernels {

struct BlockFormat {
  std::size_t file_bytes;                 // of a block in the file
  std::size_t numbers;                    // of a block
  std::size_t part = 32;                  // numbers that have one scale
  std::array<unsigned, 2> bits = {4, 0};  // of an integer in each plane, the lower bits first; 0: one plane only
  float offset = 0.0F;                    // of the integers, which are not negative
  bool has_minimum = false;               // beside the scale
  bool has_part_scales = false;           // int8 factors for the parts: the scale is then that of the block

  std::size_t parts() const { return numbers / part; }
  /// Bytes of a panel for each of its columns, of the scales that blocks have once, of a part, and of a block.
  std::size_t scale_bytes() const { return has_minimum ? 4 : 2; }
  std::size_t part_bytes() const { return (has_part_scales ? scale_bytes() / 2 : 0) + part * (bits[0] + bits[1]) / 8; }
  std::size_t bytes() const { return scale_bytes() + parts() * part_bytes(); }
};

/// Null: the numbers are not in blocks.
const BlockFormat* block_format_of(Precision precision);

/// Packs a row of the file, of so many blocks, as one column of a panel.
/// @returns false if a scale or a minimum is not finite
bool pack_blocks(Precision precision, const std::uint8_t* row, std::size_t blocks, std::size_t column,
                 std::uint8_t* panel);

/// The rows [first_depth, first_depth + depth) of a panel in float32, [depth, tile_columns]. Both are multiples of 32.
void widen_blocks(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_depth, std::size_t depth,
                  float* widened);

/// A row of activations, as panels in a format are multiplied with it.
struct RowForBlocks {
  std::vector<float> scaled;   // [parts, planes, part]: activations times the values of the integers' places
  std::vector<float> addends;  // [parts]: products with what the integers in the last places are stored less
  std::vector<float> sums;     // [parts]: of the activations
};
RowForBlocks row_for_blocks(const BlockFormat& format, const float* a, std::size_t depth);

/// products [tile_columns] += a · panel
void add_product_of_blocks(const BlockFormat& format, const RowForBlocks& a, const std::uint8_t* panel,
                           float* products);

}  // namespace spotlight::kernels
