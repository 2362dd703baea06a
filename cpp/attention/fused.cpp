#include "fused.hpp"

#include <algorithm>
#include <array>
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

// A block of queries times a block of keys is worked on at a time: their scores, 16 KB, stay in the first-level cache.
constexpr std::size_t key_block = 64;
static_assert(query_block == pattern_block && key_block == pattern_block);

/// Queries [first, first + count) of those in this call, with what the softmax knows of each so far.
struct Queries {
  std::size_t first;
  std::size_t count;
  std::array<float, query_block> maximum;  // of the scores seen
  std::array<float, query_block> sum;      // of e^(score − maximum)
  std::array<float, query_block> rescale;  // what the sums so far are worth after the present block
};

/// Keys [first, first + count), a multiple of tile_columns but for the last block.
struct Keys {
  std::size_t first;
  std::size_t count;
};

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
                       .maximum = {},
                       .sum = {},
                       .rescale = {}};
    queries.maximum.fill(minus_infinity);
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

  // 3. e^(score − maximum), with the maximum of all keys seen so far. As 2^((score − maximum)·log₂e): the rounding of
  // that product is less than that of the score itself.

  void exponentiate(Queries& queries, const Keys& keys) {
    constexpr float log2_e = 1.44269504F;
    const std::size_t whole = round_up(keys.count, tile_columns);
    std::array<float, query_block> sums{};  // of this block
    for (std::size_t i = 0; i < queries.count; ++i) {
      float* row = weights_row(i);
      batch most(queries.maximum[i]);
      for (std::size_t j = 0; j < whole; j += simd::lanes) most = xsimd::max(most, simd::load(row + j));
      const float maximum = simd::max(most);
      if (maximum == minus_infinity) {  // nothing heard yet
        std::fill(row, row + whole, 0.0F);
        queries.rescale[i] = 0.0F;
        continue;
      }
      batch sum(0.0F);
      for (std::size_t j = 0; j < whole; j += simd::lanes) {
        const batch weight = simd::exp2_nonpositive((simd::load(row + j) - batch(maximum)) * batch(log2_e));
        simd::store(row + j, weight);
        sum += weight;
      }
      sums[i] = simd::sum(sum);
      queries.rescale[i] = queries.maximum[i] - maximum;
      queries.maximum[i] = maximum;
    }
    for (std::size_t i = 0; i < rows_; i += simd::lanes) {
      const batch rescale = simd::exp2_nonpositive(simd::load(&queries.rescale[i]) * batch(log2_e));
      simd::store(&queries.rescale[i], rescale);
      simd::store(&queries.sum[i], simd::madd(simd::load(&queries.sum[i]), rescale, simd::load(&sums[i])));
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

  // 4. output = output · rescale + weights·V

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

  // 5. The sum of the weights becomes 1.

  void finish(const Queries& queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      const float* from = scratch_.output.data() + i * value_dim_;
      float* to = head_.output.row(queries.first + i);
      const float factor = queries.sum[i] > 0.0F ? 1.0F / queries.sum[i] : 0.0F;
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

void pack_values(ConstMatrixView value, FusedScratch& scratch) {
  if (value.columns % tile_columns != 0) scratch.values.pack(value);
}

void pack_keys(ConstMatrixView key, ConstMatrixView value, FusedScratch& scratch) {
  scratch.keys.pack_transposed(key);
  pack_values(value, scratch);
}

void attend_to_packed(const FusedHead& head, QueryPart part, const AttentionOptions& options, FusedScratch& scratch) {
  HeadWork(head, part, options, scratch).compute();
}

void fused_attention(const FusedHead& head, const AttentionOptions& options, FusedScratch& scratch) {
  pack_keys(head.key, head.value, scratch);
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
