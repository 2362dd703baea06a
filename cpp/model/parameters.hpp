// The parameters of a Transformer, by name. Which tensors of a file they come from says the web side
// (web/engine/parameters/parameter-source.ts).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

struct Parameter {
  std::string name;                // ends in .weight or .bias
  std::vector<std::size_t> shape;  // [size] or [rows, columns]
  /// Sets the rows from `first` on, a multiple of parameter_rows, to values [count, columns]. A vector is one row.
  std::function<void(std::size_t first, const Matrix& values)> set;
  /// Writes the rows from `first` on into values [count, columns].
  std::function<void(std::size_t first, Matrix& values)> get;
  kernels::PackedMatrix* packed;  // a matrix that need not be kept in float32; null for others
};

/// Rows are set in ranges that begin at a multiple, so that a parameter need not be in memory twice.
constexpr std::size_t parameter_rows = kernels::tile_columns;

/// All parameters of a model, as 'decoder.0.self_attention.query.weight'. They refer to it: it must outlive them and
/// not move.
std::vector<Parameter> parameters_of(Transformer& model);

/// The parameters of one block, as 'self_attention.query.weight', or of an attention of such a stack, as
/// 'query.weight'. They refer to it as above.
std::vector<Parameter> parameters_of(std::size_t embed_dim, Block& block);
std::vector<Parameter> parameters_of(const StackDescription& stack, std::size_t embed_dim, MultiheadWeights& attention);

}  // namespace spotlight
