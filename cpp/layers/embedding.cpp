#include "embedding.hpp"

#include <vector>

#include "../core/sinusoid.hpp"
#include "../kernels/elementwise.hpp"
#include "position_frequency.hpp"

namespace spotlight {

void add_embeddings(const kernels::PackedMatrix& table, const Bags& tokens, float scale, MutableMatrixView x) {
  std::vector<float> row;
  memory::allocate(row, "a row of the embeddings", {x.columns});
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto end = static_cast<std::size_t>(tokens.offsets[i + 1]);
    for (auto feature = static_cast<std::size_t>(tokens.offsets[i]); feature < end; ++feature) {
      table.unpack_columns(static_cast<std::size_t>(tokens.rows[feature]), {row.data(), 1, x.columns, x.columns});
      kernels::add_scaled(scale * tokens.weights[feature], row.data(), x.columns, x.row(i));
    }
  }
}

void add_embeddings(ConstMatrixView table, std::span<const std::int32_t> tokens, float scale, MutableMatrixView x) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    kernels::add_scaled(scale, table.row(static_cast<std::size_t>(tokens[i])), x.columns, x.row(i));
  }
}

void accumulate_embedding_gradient(std::span<const std::int32_t> tokens, float scale, ConstMatrixView dx,
                                   MutableMatrixView table_gradient) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    kernels::add_scaled(scale, dx.row(i), dx.columns, table_gradient.row(static_cast<std::size_t>(tokens[i])));
  }
}

void add_positions(ConstMatrixView table, std::size_t seq_len, MutableMatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) kernels::add(table.row(i % seq_len), x.columns, x.row(i));
}

void accumulate_position_gradient(std::size_t seq_len, ConstMatrixView dx, MutableMatrixView table_gradient) {
  for (std::size_t i = 0; i < dx.rows; ++i) kernels::add(dx.row(i), dx.columns, table_gradient.row(i % seq_len));
}

void add_sinusoidal_positions(MutableMatrixView x, std::size_t first, SinusoidLayout layout, double theta) {
  const std::size_t half = (x.columns + 1) / 2;
  for (std::size_t c = 0; c < x.columns; ++c) {
    const bool in_turn = layout == SinusoidLayout::interleaved;
    const bool is_sine = in_turn ? c % 2 == 0 : c < half;
    const std::size_t twice = in_turn ? c - c % 2 : 2 * (is_sine ? c : c - half);
    const double frequency = position_frequency(theta, twice, x.columns);
    for (std::size_t i = 0; i < x.rows; ++i) {
      const Sinusoid at = sinusoid(static_cast<double>(first + i) * frequency);
      x.row(i)[c] += static_cast<float>(is_sine ? at.sine : at.cosine);
    }
  }
}

}  // namespace spotlight
