#include "input.hpp"

#include <algorithm>
#include <numeric>

#include "../core/arguments.hpp"
#include "../kernels/elementwise.hpp"
#include "../layers/embedding.hpp"

namespace spotlight {
namespace {

/// Sets positions [1, count, size] to the position vectors (learned embeddings or sinusoidal encodings) from position
/// `first` on. If they are learned, `rows` are the table rows of the first of them.
void fill_positions(const StackDescription& description, const Stack& stack, const std::vector<std::int32_t>& rows,
                    std::size_t first, Tensor3& positions) {
  positions.fill(0.0F);
  switch (description.positions) {
    case Positions::learned: {
      const ConstMatrixView table = matrix(stack.positions);
      add_embeddings(table, rows, 1.0F, rows_of(positions));
      const std::size_t rest = positions.shape(1) - rows.size();
      if (rest > 0) {
        if (first + positions.shape(1) > table.rows) refuse_argument("fewer positions were learned than", "tokens");
        add_positions(table.row_range(first + rows.size(), rest), rest,
                      rows_of(positions).row_range(rows.size(), rest));
      }
      return;
    }
    case Positions::sinusoids:
      return add_sinusoidal_positions(rows_of(positions), first, SinusoidLayout::interleaved, description.theta);
    case Positions::sinusoid_halves:
      return add_sinusoidal_positions(rows_of(positions), first, SinusoidLayout::halves, description.theta);
    case Positions::none:
    case Positions::rotary_pairs:
    case Positions::rotary_halves:
      return;
  }
}

/// Sets types [1, tokens, size] to the token-type embedding of each token; without given types, all tokens have type 0.
void fill_types(const Stack& stack, const TokenFeatures& tokens, Tensor3& types) {
  const std::vector<std::int32_t> first(tokens.types.empty() ? types.shape(1) : 0);
  types.fill(0.0F);
  add_embeddings(matrix(stack.types), tokens.types.empty() ? first : tokens.types, 1.0F, rows_of(types));
}

}  // namespace

TokenFeatures allocate_tokens(std::size_t count) {
  constexpr const char* name = "text";
  TokenFeatures tokens;
  memory::allocate(tokens.rows, name, {count});
  memory::allocate(tokens.weights, name, {count});
  memory::allocate(tokens.offsets, name, {count + 1});
  std::ranges::fill(tokens.weights, 1.0F);
  std::iota(tokens.offsets.begin(), tokens.offsets.end(), 0);
  return tokens;
}

TokenFeatures features_of(std::span<const std::int32_t> rows) {
  TokenFeatures tokens = allocate_tokens(rows.size());
  std::ranges::copy(rows, tokens.rows.begin());
  return tokens;
}

void embed_tokens(const StackDescription& description, const Stack& stack, const TokenFeatures& tokens,
                  const StepScope& scope, Tensor3& x) {
  const std::size_t size = stack.tokens.depth();
  // Step 1: embeddings of tokens and token types
  Tensor3 embedded, summand;
  allocate_zeros(embedded, "x", {1, tokens.offsets.size() - 1, size});
  const Bags bags = {.rows = tokens.rows, .weights = tokens.weights, .offsets = tokens.offsets};
  add_embeddings(stack.tokens, bags, description.embedding_scale, rows_of(embedded));
  scope.on(Step::embedding, embedded);
  if (description.token_types > 0) {
    allocate(summand, "x", embedded.shape());
    fill_types(stack, tokens, summand);
    scope.on(Step::token_types, summand);
    kernels::add(summand, embedded);
  }
  // Step 2: image patches, which follow the tokens
  Tensor3 narrow, patches;
  Tensor3& embeddings = description.embedding_dim > 0 ? narrow : x;
  if (description.patch_dim > 0) {
    linear_forward(tokens.patches, stack.patches, patches, "x");
    StepScope{.probe = scope.probe, .first = scope.first + embedded.shape(1)}.on(Step::patches, patches);
  }
  allocate(embeddings, "x", {1, embedded.shape(1) + patches.shape(1), size});
  std::copy_n(embedded.data(), embedded.size(), embeddings.data());
  std::copy_n(patches.data(), patches.size(), embeddings.data() + embedded.size());
  // Step 3: position embeddings
  if (description.positions != Positions::none) {
    allocate(summand, "x", embeddings.shape());
    fill_positions(description, stack, tokens.positions, scope.first, summand);
    scope.on(Step::positions, summand);
    kernels::add(summand, embeddings);
  }
  // Step 4: norm and projection of the embeddings
  if (description.has_embedding_norm) {
    normalize(embeddings, stack.embedding_norm,
              {.mean = Step::embedding_norm_mean,
               .scale = Step::embedding_norm_scale,
               .normalized = Step::embedding_normalized},
              scope, embeddings);
    scope.on(Step::embedding_norm, embeddings);
  }
  if (description.embedding_dim > 0) {
    linear_forward(embeddings, stack.projection, x, "x");
    scope.on(Step::embedding_projection, x);
  }
}

}  // namespace spotlight
