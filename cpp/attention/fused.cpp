#include "fused.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "../kernels/tile.hpp"
#include "../simd.hpp"
#include "dropout.hpp"
#include "mask.hpp"
#include "scale.hpp"

namespace spotlight {
namespace {

using kernels::round_up;
using kernels::Tile;
using kernels::tile_columns;
using kernels::tile_rows;
using simd::batch;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
constexpr float log2_e = 1.44269504F;

// Where no score times log₂e is beyond ±bound, e^score is taken as it is, times 2^−bound: it lies within 2^(−2·bound)
// and 1, and no maximum is needed to keep it from leaving the float32. |q·k| ≤ |q|·|k| tells beforehand.
constexpr int bound = 30;

// A block of queries times a block of keys is worked on at a time: their scores, 16 KB, stay in the first-level cache.
constexpr std::size_t key_block = 64;
static_assert(query_block == pattern_block && key_block == pattern_block);

/// Queries [first, first + count) of those in this call, with what the softmax knows of each so far.
struct Queries {
  std::size_t first;
  std::size_t count;
  bool is_bounded;                         // whether no score can be beyond the bound
  std::array<float, query_block> maximum;  // of the scores seen
  std::array<batch, query_block> sum;      // of the weights seen, in lanes
  std::array<float, query_block> rescale;  // what the sums so far are worth after the present block
};

/// Keys [first, first + count), a multiple of tile_columns but for the last block.
struct Keys {
  std::size_t first;
  std::size_t count;
};

/// The largest Σ x² of a row x.
float longest(ConstMatrixView rows) {
  float most = 0.0F;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const float* row = rows.row(i);
    batch squares(0.0F);
    std::size_t c = 0;
    for (; c + simd::lanes <= rows.columns; c += simd::lanes) {
      squares = simd::madd(simd::load(row + c), simd::load(row + c), squares);
    }
    float sum = simd::sum(squares);
    for (; c < rows.columns; ++c) sum += row[c] * row[c];
    most = std::max(most, sum);
  }
  return most;
}

class HeadWork {
 public:
  HeadWork(const FusedHead& head, QueryPart part, const AttentionOptions& options, FusedScratch& scratch)
      : head_(head),
        part_(part),
        options_(options),
        scratch_(scratch),
        value_dim_(round_up(head.value.columns, tile_columns)) {
    scratch_.query.resize({query_block * head_.query.columns});
    scratch_.weights.resize({query_block * key_block});
    scratch_.output.resize({query_block * value_dim_});
  }

  void compute() {
    for (std::size_t first = 0; first < head_.query.rows; first += query_block) {
      Queries queries = begin(first);
      for (const Keys& keys : key_blocks(queries)) {
        compute_scores(keys);
        mask(queries, keys);
        if (!queries.is_bounded) raise_maxima(queries, keys);
        exponentiate(queries, keys);
        drop(queries, keys);
        mix(queries, keys);
      }
      finish(queries);
    }
  }

 private:
  // 0. The queries times the scale.

  Queries begin(std::size_t first) {
    Queries queries = {.first = first,
                       .count = std::min(query_block, head_.query.rows - first),
                       .is_bounded = false,
                       .maximum = {},
                       .sum = {},
                       .rescale = {}};
    queries.maximum.fill(std::numeric_limits<float>::lowest());
    queries.sum.fill(batch(0.0F));
    queries.rescale.fill(1.0F);
    rows_ = round_up(queries.count, tile_rows);
    const std::size_t head_dim = head_.query.columns;
    const float scale = options_.scale.value_or(default_scale(head_dim));
    for (std::size_t i = 0; i < rows_; ++i) {
      float* to = scratch_.query.data() + i * head_dim;
      if (i < queries.count) {
        const float* from = head_.query.row(first + i);
        for (std::size_t c = 0; c < head_dim; ++c) to[c] = from[c] * scale;
      } else {
        std::fill_n(to, head_dim, 0.0F);  // rows that fill up the last tile
      }
    }
    const float longest_query = longest({scratch_.query.data(), queries.count, head_dim, head_dim});
    const bool adds = options_.mask.kind == Mask::Kind::add;
    queries.is_bounded = !adds && std::sqrt(longest_query) * std::sqrt(scratch_.longest_key) * log2_e <= bound;
    std::fill_n(scratch_.output.data(), rows_ * value_dim_, 0.0F);
    return queries;
  }

  /// Keys behind this index are masked for all of these queries: they are not looked at.
  std::size_t keys_heard_by(const Queries& queries) const {
    std::size_t keys = head_.key.rows;
    const Mask& mask = options_.mask;
    if (mask.key_lengths != nullptr) keys = std::min<std::size_t>(keys, mask.key_lengths[head_.batch]);
    if (mask.is_causal) keys = std::min(keys, part_.first + queries.first + queries.count);
    return keys;
  }

  /// The blocks of keys in which these queries hear anything.
  std::vector<Keys> key_blocks(const Queries& queries) const {
    const std::size_t heard = keys_heard_by(queries);
    std::vector<Keys> blocks;
    const auto add = [&](std::size_t first) {
      if (first < heard) blocks.push_back({.first = first, .count = std::min(key_block, heard - first)});
    };
    if (const Pattern* pattern = options_.mask.pattern) {
      const std::size_t all = (head_.key.rows + pattern_block - 1) / pattern_block;
      const std::size_t queries_block = (part_.first + queries.first) / pattern_block;
      for (const std::size_t block : key_blocks_heard(*pattern, queries_block, all)) add(block * pattern_block);
    } else {
      for (std::size_t first = 0; first < heard; first += key_block) add(first);
    }
    return blocks;
  }

  // 1. scores = Q·Kᵀ, of one block

  void compute_scores(const Keys& keys) {
    const std::size_t head_dim = head_.query.columns;
    for (std::size_t column = 0; column < keys.count; column += tile_columns) {
      const float* panel = scratch_.keys.panel(keys.first + column);
      for (std::size_t row = 0; row < rows_; row += tile_rows) {
        Tile<tile_rows> tile;
        tile.add_product(scratch_.query.data() + row * head_dim, head_dim, panel, tile_columns, head_dim);
        tile.store(weights_row(row) + column, key_block);
      }
    }
  }

  // 2. M

  void mask(const Queries& queries, const Keys& keys) {
    const Mask& mask = options_.mask;
    const bool crosses_diagonal = mask.is_causal && keys.first + keys.count > part_.first + queries.first + 1;
    const bool masks = mask.kind != Mask::Kind::none || mask.pattern != nullptr || crosses_diagonal;
    const std::size_t whole = round_up(keys.count, tile_columns);
    for (std::size_t i = 0; i < queries.count; ++i) {
      float* row = weights_row(i);
      if (masks) {
        const std::size_t query = part_.first + queries.first + i;
        mask_row(mask, head_.batch, head_.head, query, keys.first, keys.count, head_.key.rows, row);
      }
      std::fill(row + keys.count, row + whole, minus_infinity);  // columns that fill up the last panel
    }
  }

  // 3. The maximum of all scores seen so far, and what the sums so far are worth with it.

  void raise_maxima(Queries& queries, const Keys& keys) {
    static_assert(tile_rows == simd::lanes);
    const std::size_t whole = round_up(keys.count, tile_columns);
    for (std::size_t i = 0; i < rows_; i += tile_rows) {
      const batch before = simd::load(&queries.maximum[i]);
      std::array<batch, tile_rows> most;
      most.fill(batch(minus_infinity));
      for (std::size_t j = 0; j < whole; j += simd::lanes) {
        for (std::size_t r = 0; r < tile_rows; ++r) most[r] = xsimd::max(most[r], simd::load(weights_row(i + r) + j));
      }
      simd::transpose(most);
      batch maximum = before;
      for (const batch& each : most) maximum = xsimd::max(maximum, each);
      simd::store(&queries.maximum[i], maximum);
      simd::store(&queries.rescale[i], simd::exp2_nonpositive((before - maximum) * batch(log2_e)));
    }
  }

  // 4. e^(score − maximum), as 2^((score − maximum)·log₂e): the rounding of that product is less than that of the score
  // itself. Or, where the scores are bounded, e^score·2^−bound.

  void exponentiate(Queries& queries, const Keys& keys) {
    if (queries.is_bounded) {
      weigh(queries, keys, [](batch score, batch) { return simd::exp2_nonpositive<-bound>(score * batch(log2_e)); });
    } else {
      weigh(queries, keys,
            [](batch score, batch maximum) { return simd::exp2_nonpositive((score - maximum) * batch(log2_e)); });
    }
  }

  template <typename Power>
  void weigh(Queries& queries, const Keys& keys, Power power) {
    const std::size_t whole = round_up(keys.count, tile_columns);
    for (std::size_t i = 0; i < rows_; ++i) {
      float* row = weights_row(i);
      const batch maximum(queries.maximum[i]);
      batch sum = queries.sum[i] * batch(queries.rescale[i]);
      for (std::size_t j = 0; j < whole; j += simd::lanes) {
        const batch weight = power(simd::load(row + j), maximum);
        simd::store(row + j, weight);
        sum += weight;
      }
      queries.sum[i] = sum;
    }
  }

  void drop(const Queries& queries, const Keys& keys) {
    if (options_.dropout_p == 0.0F) return;
    const std::size_t head_index = head_.batch * head_.num_heads + head_.head;
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::size_t row_index = head_index * part_.all + part_.first + queries.first + i;
      drop_weights(weights_row(i), keys.count, row_index * head_.key.rows + keys.first, options_.dropout_p,
                   options_.seed);
    }
  }

  // 5. output = output · rescale + weights·V

  /// Values from this key on, tile_columns columns of them: as they are where whole tiles fit, packed otherwise.
  ConstMatrixView values_from(std::size_t key, std::size_t column) const {
    const bool packed = value_dim_ != head_.value.columns;
    const float* data = packed ? scratch_.values.panel(column) + key * tile_columns : head_.value.row(key) + column;
    return {data, head_.value.rows - key, tile_columns, packed ? tile_columns : head_.value.stride};
  }

  void mix(const Queries& queries, const Keys& keys) {
    for (std::size_t column = 0; column < value_dim_; column += tile_columns) {
      const ConstMatrixView values = values_from(keys.first, column);
      for (std::size_t row = 0; row < rows_; row += tile_rows) {
        float* output = scratch_.output.data() + row * value_dim_ + column;
        Tile<tile_rows> tile;
        tile.load(output, value_dim_, queries.rescale.data() + row);
        tile.add_product(weights_row(row), key_block, values.data, values.stride, keys.count);
        tile.store(output, value_dim_);
      }
    }
  }

  // 6. The sum of the weights becomes 1.

  void finish(const Queries& queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      const float* from = scratch_.output.data() + i * value_dim_;
      float* to = head_.output.row(queries.first + i);
      const float sum = simd::sum(queries.sum[i]);
      const float factor = sum > 0.0F ? 1.0F / sum : 0.0F;
      for (std::size_t c = 0; c < head_.value.columns; ++c) to[c] = from[c] * factor;
    }
  }

  float* weights_row(std::size_t row) { return scratch_.weights.data() + row * key_block; }

  const FusedHead& head_;
  QueryPart part_;
  const AttentionOptions& options_;
  FusedScratch& scratch_;
  std::size_t value_dim_;  // rounded up to whole panels
  std::size_t rows_ = 0;   // of the present queries, rounded up to whole tiles
};

}  // namespace

void begin_keys(std::size_t keys, std::size_t head_dim, FusedScratch& scratch) {
  scratch.keys.resize(head_dim, keys);
  scratch.longest_key = 0.0F;
}

void pack_some_keys(std::size_t first, ConstMatrixView key, FusedScratch& scratch) {
  scratch.keys.pack_transposed(first, key);
  scratch.longest_key = std::max(scratch.longest_key, longest(key));
}

void pack_keys(ConstMatrixView key, FusedScratch& scratch) {
  begin_keys(key.rows, key.columns, scratch);
  pack_some_keys(0, key, scratch);
}

void pack_values(ConstMatrixView value, FusedScratch& scratch) {
  if (value.columns % tile_columns != 0) scratch.values.pack(value);
}

void attend_to_packed(const FusedHead& head, QueryPart part, const AttentionOptions& options, FusedScratch& scratch) {
  HeadWork(head, part, options, scratch).compute();
}

void fused_attention(const FusedHead& head, const AttentionOptions& options, FusedScratch& scratch) {
  pack_keys(head.key, scratch);
  pack_values(head.value, scratch);
  attend_to_packed(head, {.first = 0, .all = head.query.rows}, options, scratch);
}

void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output) {
  output.resize({query.shape(0), query.shape(1), query.shape(2), value.shape(3)});
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t key_head = key_head_of(h, query.shape(1), key.shape(1));
      fused_attention({.batch = b,
                       .head = h,
                       .num_heads = query.shape(1),
                       .query = matrix(query, b, h),
                       .key = matrix(key, b, key_head),
                       .value = matrix(value, b, key_head),
                       .output = matrix(output, b, h)},
                      options, scratch);
    }
  }
}

}  // namespace spotlight
