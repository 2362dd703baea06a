// The parameters of a Transformer, by name. Which tensors of a file they come from says the web side
// (web/engine/model/parameter-source.ts).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

struct Parameter {
  std::string name;                        // ends in .weight or .bias
  std::vector<std::size_t> shape;          // [size] or [rows, columns]
  std::function<void(const Matrix&)> set;  // from values [rows, columns]; those of a vector are [1, size]
};

/// All parameters of a model, as 'decoder.0.self_attention.query.weight'. They refer to it: it must outlive them and
/// not move.
std::vector<Parameter> parameters_of(Transformer& model);

/// The parameters of one block of such a stack, as 'self_attention.query.weight'. They refer to the block as above.
std::vector<Parameter> parameters_of(const StackDescription& stack, std::size_t embed_dim, Block& block);

}  // namespace spotlight
