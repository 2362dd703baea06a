#include "input.hpp"

#include <algorithm>

#include "embedding.hpp"

namespace spotlight {
namespace {

/// row += factor · vector
void add(const std::vector<float>& vector, float factor, float* row) {
  for (std::size_t c = 0; c < vector.size(); ++c) row[c] += factor * vector[c];
}

/// row += factor · table[index]
void add_row(const Matrix& table, std::size_t index, float factor, float* row) {
  const float* from = &table(index, 0);
  for (std::size_t c = 0; c < table.shape(1); ++c) row[c] += factor * from[c];
}

/// @param rows of the table of learned positions; empty: from the row `first` on
void add_positions(const StackDescription& description, const Stack& stack, const std::vector<std::int32_t>& rows,
                   std::size_t first, MutableMatrixView x) {
  switch (description.positions) {
    case Positions::learned:
      for (std::size_t i = 0; i < x.rows; ++i) {
        add_row(stack.positions, rows.empty() ? first + i : static_cast<std::size_t>(rows[i]), 1.0F, x.row(i));
      }
      return;
    case Positions::sinusoids:
      return add_sinusoidal_positions(x, first, SinusoidLayout::interleaved, description.theta);
    case Positions::sinusoid_halves:
      return add_sinusoidal_positions(x, first, SinusoidLayout::halves, description.theta);
    case Positions::none:
    case Positions::rotary_pairs:
    case Positions::rotary_halves:
      return;
  }
}

}  // namespace

void embed_tokens(const StackDescription& description, const Stack& stack, const TokenFeatures& tokens,
                  std::size_t first, Tensor3& x) {
  Tensor3 narrow;
  Tensor3& embeddings = description.embedding_dim > 0 ? narrow : x;
  const std::size_t count = tokens.offsets.size() - 1;
  Tensor3 patches;
  if (description.patch_dim > 0) linear_forward(tokens.patches, stack.patches, patches, "x");
  allocate(embeddings, "x", {1, count + patches.shape(1), stack.tokens.depth()});
  embeddings.fill(0.0F);
  std::copy_n(patches.data(), patches.size(), embeddings.data() + count * stack.tokens.depth());
  std::vector<float> embedding;
  memory::allocate(embedding, "x", stack.tokens.depth());
  for (std::size_t i = 0; i < count; ++i) {
    float* row = &embeddings(0, i, 0);
    const auto end = static_cast<std::size_t>(tokens.offsets[i + 1]);
    for (auto feature = static_cast<std::size_t>(tokens.offsets[i]); feature < end; ++feature) {
      const auto index = static_cast<std::size_t>(tokens.rows[feature]);
      stack.tokens.unpack_columns(index, {embedding.data(), 1, embedding.size(), embedding.size()});
      add(embedding, description.embedding_scale * tokens.weights[feature], row);
    }
    if (description.token_types > 0) {
      const std::int32_t type = tokens.types.empty() ? 0 : tokens.types[i];
      add_row(stack.types, static_cast<std::size_t>(type), 1.0F, row);
    }
  }
  add_positions(description, stack, tokens.positions, first, rows_of(embeddings));
  if (description.has_embedding_norm) normalize(embeddings, stack.embedding_norm, embeddings);
  if (description.embedding_dim > 0) linear_forward(embeddings, stack.projection, x, "x");
}

}  // namespace spotlight
