// The parameters of a Transformer, by name. The web side maps tensors of a file to these names
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
  /// Function that sets the rows of the parameter from `first` on, a multiple of parameter_rows, to values [count,
  /// columns]. A vector is one row.
  std::function<void(std::size_t first, const Matrix& values)> set;
  /// Function that copies the rows of the parameter from `first` on to values [count, columns].
  std::function<void(std::size_t first, Matrix& values)> get;
  kernels::PackedMatrix* packed;  // the matrix, if it may be stored in a precision other than float32; null for others
};

/// Granularity in which parameters are set: a range of rows begins at a multiple of parameter_rows. A parameter is
/// packed range by range, so that memory never holds a second copy of it.
constexpr std::size_t parameter_rows = kernels::tile_columns;

/// All parameters of a model, with names like 'decoder.0.self_attention.query.weight'. They refer to the model, which
/// must outlive them and must not move.
std::vector<Parameter> parameters_of(Transformer& model);

/// Parameters of one block, with names like 'self_attention.query.weight', or of one attention layer, with names like
/// 'query.weight'. They refer to the block or layer, which must outlive them and must not move.
std::vector<Parameter> parameters_of(std::size_t embed_dim, Block& block);
std::vector<Parameter> parameters_of(const StackDescription& stack, std::size_t embed_dim, MultiheadWeights& attention);

}  // namespace spotlight
