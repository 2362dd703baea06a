// Feature maps φ for linear attention: φ(q)·φ(k) replaces e^(q·k·scale).
#pragma once

#include <cstdint>

#include "../../core/tensor.hpp"

namespace spotlight {

struct FeatureMap {
  enum class Kind : std::uint8_t {
    elu,    // elu(x) + 1, with head_dim features (Katharopoulos et al. 2020); does not approximate the softmax
    favor,  // positive orthogonal random features, an unbiased estimate of e^(q·k) (FAVOR+, Choromanski et al. 2021)
  };
  Kind kind = Kind::elu;
  std::size_t features = 0;  // number of random features (FAVOR+ only)
  std::uint64_t seed = 0;    // seed of the random features (FAVOR+ only)
};

/// Number of features to which a feature map expands a vector of head_dim numbers.
std::size_t feature_count(const FeatureMap& map, std::size_t head_dim);

/// Draws the random projection ω of FAVOR+ [features, head_dim]: blocks of head_dim orthogonal rows, each with the norm
/// of a vector of independent standard normal numbers.
void draw_random_projection(const FeatureMap& map, Matrix& projection);

/// Maps x [n, head_dim] to result [n, features] and exponents [n, 1], so that φ(√scale · xᵢ) = resultᵢ · 2^exponentᵢ.
/// The largest number of each row of `result` is about 1, whatever the magnitude of φ. `projection` is ω, for FAVOR+
/// only.
void apply_feature_map(const FeatureMap& map, const Matrix& projection, ConstMatrixView x, float scale, Matrix& result,
                       Matrix& exponents);

}  // namespace spotlight
