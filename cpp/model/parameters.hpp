// The parameters of a Transformer under their names in its file, which are those of the PyTorch program that trains it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

struct Parameter {
  std::string name;
  std::vector<std::size_t> shape;          // [size] or [rows, columns]
  std::function<void(const Matrix&)> set;  // from values [rows, columns]; those of a vector are [1, size]
};

/// All parameters of a model. They refer to it: it must outlive them and not move.
std::vector<Parameter> parameters_of(Transformer& model);

/// The parameters of one block, under the names of torch.nn.TransformerEncoderLayer, or of TransformerDecoderLayer
/// where it has cross-attention; swiglu adds gate.weight and gate.bias. They refer to the block as above.
std::vector<Parameter> parameters_of(Block& block, std::size_t embed_dim, std::size_t feedforward_dim);

}  // namespace spotlight
