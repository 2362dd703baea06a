// The parameters of a Transformer by their names in its file, which are those of the PyTorch program that trains it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

struct Parameter {
  std::string name;
  std::vector<std::size_t> shape;           // [size] or [rows, columns]
  std::function<void(const Matrix&)> take;  // its values, [rows, columns], of a vector [1, size]
};

/// All of them. They refer to the model, which must stay where it is.
std::vector<Parameter> parameters_of(Transformer& model);

/// Those of one block, under the names of torch.nn.TransformerEncoderLayer, or of TransformerDecoderLayer where it
/// hears a memory; gate.weight and gate.bias are those of swiglu.
std::vector<Parameter> parameters_of(Block& block, std::size_t embed_dim, std::size_t feedforward_dim);

}  // namespace spotlight
