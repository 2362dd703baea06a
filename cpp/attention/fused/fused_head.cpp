#include "fused_head.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "../../core/constants.hpp"
#include "../../core/round_up.hpp"
#include "../../kernels/elementwise.hpp"
#include "../../kernels/finite.hpp"
#include "../../kernels/tile.hpp"
#include "../../layers/activation.hpp"
#include "../../layers/dropout.hpp"
#include "../mask.hpp"
#include "../overflow.hpp"

namespace spotlight {
namespace {

using kernels::Tile;
using kernels::tile_columns;
using kernels::tile_rows;

// Number of keys per block. The scores of a block of queries and a block of keys take 16 KB and stay in the L1 cache.
constexpr std::size_t key_block_size = 64;
static_assert(query_block_size == sparse_block_size && key_block_size == sparse_block_size);

/// Block of queries [first, first + count), counted from the first query of the range that the call computes.
struct QueryBlock {
  std::size_t first;
  std::size_t count;
  bool may_overflow;  // true if the norms of queries and keys do not rule out a score beyond the range of float32
  float scale;        // factor of the scores if they may overflow; otherwise 1, since the queries are scaled instead
  std::array<bool, query_block_size> has_overflow;  // true for each query with a score beyond the range of float32
  OnlineSoftmax softmax;
};

/// Block of keys [first, first + count); `first` is a multiple of key_block_size.
struct KeyBlock {
  std::size_t first;
  std::size_t count;
  bool is_random;  // true if the sparse pattern drew this key block for the queries' block
};

/// Largest squared norm, Σ x², of a row. Returns +∞ if a row contains NaN; a bound on the scores derived from it is
/// then infinite and rules out no overflow.
float max_squared_norm(ConstMatrixView rows) {
  float maximum = 0.0F;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const float squared_norm = kernels::dot(rows.row(i), rows.row(i), rows.columns);
    maximum = std::isnan(squared_norm) ? std::numeric_limits<float>::infinity() : std::max(maximum, squared_norm);
  }
  return maximum;
}

std::size_t blocks_of(std::size_t keys) { return round_up(keys, sparse_block_size) / sparse_block_size; }

class FusedHeadPass {
 public:
  FusedHeadPass(const HeadViews& head, QueryRange range, const AttentionOptions& options, FusedHeadScratch& scratch)
      : head_(head),
        range_(range),
        options_(options),
        scratch_(scratch),
        value_dim_(round_up(head.value.columns, tile_columns)) {}

  void compute() {
    for (std::size_t first = 0; first < head_.query.rows; first += query_block_size) {
      QueryBlock queries = load_queries(first);
      do {
        attend(queries);
      } while (queries.softmax.must_be_repeated(queries.count, sums_overflow()));
      normalize_output(queries);
    }
  }

 private:
  // Step 0: the queries are multiplied by the scale, unless scores may overflow.

  QueryBlock load_queries(std::size_t first) {
    QueryBlock queries = {.first = first,
                          .count = std::min(query_block_size, head_.query.rows - first),
                          .may_overflow = false,
                          .scale = 1.0F,
                          .has_overflow = {},
                          .softmax = {}};
    rows_ = queries.count == 1 ? 1 : round_up(queries.count, tile_rows);
    const std::size_t head_dim = head_.query.columns;
    const float scale = options_.scale.value_or(default_scale(head_dim));
    load_scaled(queries, scale);
    const float query_norm = std::sqrt(max_squared_norm({scratch_.query.data(), queries.count, head_dim, head_dim}));
    const float score_bound = query_norm * std::sqrt(scratch_.max_key_squared_norm);
    if (!(score_bound < max_safe_score * std::min(1.0F, std::abs(scale)))) {
      // Q·Kᵀ or its product with the scale may overflow. The scores are therefore scaled after the product Q·Kᵀ, as in
      // the formula, and checked.
      load_scaled(queries, 1.0F);
      queries.scale = scale;
      queries.may_overflow = true;
    }
    queries.softmax.is_bounded =
        !adds_to_scores(options_.mask) && !queries.may_overflow && OnlineSoftmax::is_safe(score_bound);
    return queries;
  }

  void load_scaled(const QueryBlock& queries, float factor) {
    const std::size_t head_dim = head_.query.columns;
    for (std::size_t i = 0; i < rows_; ++i) {
      float* to = scratch_.query.data() + i * head_dim;
      if (i < queries.count) {
        const float* from = head_.query.row(queries.first + i);
        for (std::size_t c = 0; c < head_dim; ++c) to[c] = from[c] * factor;
      } else {
        std::fill_n(to, head_dim, 0.0F);  // padding rows of the last tile
      }
    }
  }

  /// Computes steps 1 to 4 for a block of queries, over all blocks of keys.
  void attend(QueryBlock& queries) {
    queries.softmax.clear();
    std::fill_n(scratch_.output.data(), rows_ * value_dim_, 0.0F);
    for_each_key_block(queries, [&](const KeyBlock& keys) {
      is_single() ? compute_scores<1>(keys) : compute_scores<tile_rows>(keys);
      if (queries.may_overflow) scale_scores(queries, keys);
      if (options_.softcap > 0.0F) cap_scores(keys);
      mask_scores(queries, keys);
      if (queries.may_overflow) find_overflows(queries, keys);
      queries.softmax.exponentiate({scratch_.weights.data(), rows_, whole_panels(keys), key_block_size});
      drop_weights(queries, keys);
      is_single() ? accumulate_output<1>(queries, keys) : accumulate_output<tile_rows>(queries, keys);
    });
  }

  /// Calls use(keys) for each block of keys with a key that at least one of the queries attends to.
  template <class Use>
  void for_each_key_block(const QueryBlock& queries, Use use) {
    const std::size_t first_query = range_.first + queries.first;
    const KeyRange range =
        attended_range(options_.mask, head_.batch, first_query, first_query + queries.count - 1, head_.key.rows);
    const auto use_block = [&](std::size_t first, bool is_random) {
      if (first >= range.end) return;
      use({.first = first, .count = std::min(key_block_size, range.end - first), .is_random = is_random});
    };
    if (const SparsePattern* pattern = options_.mask.pattern) {
      const std::size_t query_block = first_query / sparse_block_size;
      const std::size_t all = blocks_of(head_.key.rows);
      find_active_key_blocks(*pattern, query_block, all, scratch_.blocks);
      for (const std::size_t block : scratch_.blocks) {
        use_block(block * sparse_block_size, is_random_block(*pattern, query_block, block, all));
      }
    } else {
      for (std::size_t first = range.begin - range.begin % key_block_size; first < range.end; first += key_block_size) {
        use_block(first, false);
      }
    }
  }

  /// Part of a row of scores, as the mask functions need it: row i of a block of queries, with the keys of a block of
  /// keys.
  RowPart row_part(const QueryBlock& queries, const KeyBlock& keys, std::size_t i) const {
    return {.batch = head_.batch,
            .head = head_.head,
            .query = range_.first + queries.first + i,
            .first_key = keys.first,
            .count = keys.count,
            .in_random_block = keys.is_random};
  }

  /// True for a single query, such as that of a generated token. Its scores are computed as one row: a tile of several
  /// rows would compute rows that are discarded.
  bool is_single() const { return rows_ == 1; }

  // Step 1: scores = Q·Kᵀ

  template <std::size_t Rows>
  void compute_scores(const KeyBlock& keys) {
    const std::size_t head_dim = head_.query.columns;
    for (std::size_t column = 0; column < keys.count; column += tile_columns) {
      const float* panel = scratch_.keys.panel(keys.first + column);
      for (std::size_t row = 0; row < rows_; row += Rows) {
        Tile<Rows> tile;
        tile.add_product(scratch_.query.data() + row * head_dim, head_dim, panel, tile_columns, head_dim);
        tile.store(weights_row(row) + column, key_block_size);
      }
    }
  }

  void scale_scores(const QueryBlock& queries, const KeyBlock& keys) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      for (std::size_t j = 0; j < keys.count; ++j) weights_row(i)[j] *= queries.scale;
    }
  }

  void cap_scores(const KeyBlock& keys) {
    for (std::size_t i = 0; i < rows_; ++i) softcap(weights_row(i), whole_panels(keys), options_.softcap);
  }

  // Step 2: the mask M is added to the scores.

  void mask_scores(const QueryBlock& queries, const KeyBlock& keys) {
    const bool changes = changes_scores(options_.mask, range_.first + queries.first, keys.first + keys.count);
    for (std::size_t i = 0; i < queries.count; ++i) {
      float* row = weights_row(i);
      if (changes) mask_row(options_.mask, row_part(queries, keys, i), row);
      std::fill(row + keys.count, row + whole_panels(keys), minus_infinity);  // padding columns
    }
  }

  void find_overflows(QueryBlock& queries, const KeyBlock& keys) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::int64_t found = find_overflow_in_row(options_.mask, row_part(queries, keys, i), weights_row(i));
      queries.has_overflow[i] = queries.has_overflow[i] || found >= 0;
    }
  }

  // Step 3: weights = e^(score − maximum), not yet divided by their sum (online_softmax.hpp), after dropout

  void drop_weights(const QueryBlock& queries, const KeyBlock& keys) {
    if (options_.dropout_p == 0.0F) return;
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::uint64_t row_index = first_row(head_, range_) + queries.first + i;
      apply_dropout(weights_row(i), keys.count, row_index * head_.key.rows + keys.first, options_.dropout_p,
                    options_.seed);
    }
  }

  // Step 4: output = output · rescale + weights·V

  /// Columns [column, column + tile_columns) of the values, beginning with row `key`: a view of the values themselves
  /// if value_dim is a multiple of tile_columns, otherwise of their packed copy.
  ConstMatrixView values_from(std::size_t key, std::size_t column) const {
    const bool packed = value_dim_ != head_.value.columns;
    const float* data = packed ? scratch_.values.panel(column) + key * tile_columns : head_.value.row(key) + column;
    return {data, head_.value.rows - key, tile_columns, packed ? tile_columns : head_.value.stride};
  }

  template <std::size_t Rows>
  void accumulate_output(const QueryBlock& queries, const KeyBlock& keys) {
    for (std::size_t column = 0; column < value_dim_; column += tile_columns) {
      const ConstMatrixView values = values_from(keys.first, column);
      for (std::size_t row = 0; row < rows_; row += Rows) {
        float* output = scratch_.output.data() + row * value_dim_ + column;
        Tile<Rows> tile;
        tile.add_product(weights_row(row), key_block_size, values.data, values.stride, keys.count);
        tile.add(output, value_dim_, queries.softmax.rescale.data() + row);
        tile.store(output, value_dim_);
      }
    }
  }

  // Step 5: output / Σ weights; 0 for a query whose keys are all masked, NaN for a query with a score beyond float32

  void normalize_output(const QueryBlock& queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      const float* from = scratch_.output.data() + i * value_dim_;
      float* to = head_.output.row(queries.first + i);
      const float sum = queries.softmax.sum(i);
      const float factor = sum > 0.0F ? 1.0F / sum : 0.0F;
      for (std::size_t c = 0; c < head_.value.columns; ++c) to[c] = from[c] * factor;
      if (queries.has_overflow[i]) std::fill_n(to, head_.value.columns, std::numeric_limits<float>::quiet_NaN());
    }
  }

  /// True if a weighted sum of the values exceeds the float32 range.
  bool sums_overflow() const { return kernels::find_non_finite(scratch_.output.data(), rows_ * value_dim_) >= 0; }

  /// Number of keys of a block, rounded up to whole panels of the packed keys: the number of columns of the block's
  /// scores.
  static std::size_t whole_panels(const KeyBlock& keys) { return round_up(keys.count, tile_columns); }

  float* weights_row(std::size_t row) { return scratch_.weights.data() + row * key_block_size; }

  const HeadViews& head_;
  QueryRange range_;
  const AttentionOptions& options_;
  FusedHeadScratch& scratch_;
  std::size_t value_dim_;  // value_dim, rounded up to a multiple of tile_columns
  std::size_t rows_ = 0;   // number of rows of the query block: 1, or rounded up to a multiple of tile_rows
};

constexpr const char* packed_values = "packed values";

}  // namespace

void reserve_packed_keys(std::size_t keys, std::size_t head_dim, FusedHeadScratch& scratch) {
  scratch.keys.resize(head_dim, keys, "packed keys");
  scratch.max_key_squared_norm = 0.0F;
}

void pack_key_rows(std::size_t first, ConstMatrixView key, FusedHeadScratch& scratch) {
  scratch.keys.pack_columns(first, key);
  scratch.max_key_squared_norm = std::max(scratch.max_key_squared_norm, max_squared_norm(key));
}

void pack_keys(ConstMatrixView key, FusedHeadScratch& scratch) {
  reserve_packed_keys(key.rows, key.columns, scratch);
  pack_key_rows(0, key, scratch);
}

void pack_values(ConstMatrixView value, FusedHeadScratch& scratch) {
  if (value.columns % tile_columns != 0) scratch.values.pack(value, packed_values);
}

const char* not_fused(const AttentionOptions& options) {
  if (options.weight_function != WeightFunction::softmax) return "activation";
  return options.eps != 0.0F ? "eps" : nullptr;
}

void reserve_blocks(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                    FusedHeadScratch& scratch) {
  allocate(scratch.query, "a block of queries", {query_block_size, head_dim});
  allocate(scratch.weights, "a block of weights", {query_block_size, key_block_size});
  allocate(scratch.output, "a block of outputs", {query_block_size, round_up(value_dim, tile_columns)});
  const SparsePattern* pattern = options.mask.pattern;
  if (pattern == nullptr) return;
  memory::reserve(scratch.blocks, "blocks of a sparse pattern", most_active_blocks(*pattern, blocks_of(keys)));
}

void reserve_head(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                  FusedHeadScratch& scratch) {
  reserve_packed_keys(keys, head_dim, scratch);
  if (value_dim % tile_columns != 0) scratch.values.resize(keys, value_dim, packed_values);
  reserve_blocks(keys, head_dim, value_dim, options, scratch);
}

void attend_packed(const HeadViews& head, QueryRange range, const AttentionOptions& options,
                   FusedHeadScratch& scratch) {
  FusedHeadPass(head, range, options, scratch).compute();
}

}  // namespace spotlight
