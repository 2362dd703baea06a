// Feature maps φ for linear attention, in which φ(q)·φ(k) takes the place of e^(q·k·scale).
#pragma once

#include <cstdint>

#include "../tensor.hpp"

namespace spotlight {

struct FeatureMap {
  enum class Kind : std::uint8_t {
    elu,    // elu(x) + 1, of as many features as x has (Katharopoulos et al. 2020); not an approximation of softmax
    favor,  // positive orthogonal random features, an unbiased estimate of e^(q·k) (FAVOR+, Choromanski et al. 2021)
  };
  Kind kind = Kind::elu;
  std::size_t features = 0;  // of favor: how many
  std::uint64_t seed = 0;    // of favor
};

/// How many features a map makes of vectors of this size.
std::size_t features_of(const FeatureMap& map, std::size_t head_dim);

/// The directions of favor, [features, head_dim]: blocks of orthogonal rows, each as long as a normal vector would be.
void random_directions(const FeatureMap& map, Matrix& directions);

/// What the largest exponent of favor is subtracted from: it cancels in the normalisation, and keeps e^… finite.
enum class Stabiliser : std::uint8_t {
  per_row,  // of queries, each of which is normalised by itself
  shared,   // of keys
};

/// x [n, head_dim], times √scale → φ(x) [n, features]. `directions` are those of favor.
void apply_features(const FeatureMap& map, const Matrix& directions, ConstMatrixView x, float scale,
                    Stabiliser stabiliser, Matrix& result);

}  // namespace spotlight
