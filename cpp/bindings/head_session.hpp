// Attention of one head, computed in ranges of queries, either by several workers or in time slices.
#pragma once

#include <algorithm>

#include "../attention/fused/fused_head.hpp"
#include "option_block.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

enum class HeadTensor : std::uint8_t { query, key, value, output, count };

class HeadSession {
 public:
  using Name = HeadTensor;

  OptionBlock* options() { return &options_; }
  std::uintptr_t tensors() const { return tensors_.address(); }

  /// Allocates keys and values. JavaScript writes the keys to `key`, one range of at most max_key_rows rows after the
  /// other, and each range is packed; all keys exist only as the packed copy.
  void resize_keys(std::size_t keys, std::size_t head_dim, std::size_t value_dim) {
    keys_ = keys;
    tensors_.allocate(Name::key, key_, "key", {std::min(keys, max_key_rows), head_dim});
    reserve_packed_keys(keys, head_dim, scratch_);
    tensors_.allocate(Name::value, value_, "value", {keys, value_dim});
  }
  Fault pack_keys(std::size_t first, std::size_t count) {
    const Fault fault = tensors_.find_fault({Name::key});
    if (fault == no_fault) pack_key_rows(first, {key_.data(), count, key_.shape(1), key_.shape(1)}, scratch_);
    return fault;
  }
  Fault pack_values() {
    const Fault fault = tensors_.find_fault({Name::value});
    if (fault == no_fault) spotlight::pack_values(matrix(value_), scratch_);
    return fault;
  }

  void resize_queries(std::size_t queries) {
    tensors_.allocate(Name::query, query_, "query", {queries, key_.shape(1)});
    tensors_.allocate(Name::output, output_, "output", {queries, value_.shape(1)});
  }
  Fault compute(std::size_t batch, std::size_t head, std::size_t num_heads, std::size_t first_query,
                std::size_t total_queries) {
    const Fault fault = tensors_.find_fault({Name::query});
    if (fault != no_fault) return fault;
    const AttentionOptions options = options_.options();
    reserve_blocks(keys_, key_.shape(1), value_.shape(1), options, scratch_);
    attend_packed({.batch = batch,
                   .head = head,
                   .num_heads = num_heads,
                   .query = matrix(query_),
                   .key = {key_.data(), keys_, key_.shape(1), key_.shape(1)},
                   .value = matrix(value_),
                   .output = matrix(output_)},
                  {.first = first_query, .total = total_queries}, options, scratch_);
    return tensors_.find_fault({Name::output});
  }

 private:
  static constexpr std::size_t max_key_rows = 4096;  // a multiple of the tile's columns

  OptionBlock options_;
  TensorTable<Name> tensors_;
  std::size_t keys_ = 0;
  Matrix query_, key_, value_, output_;
  FusedHeadScratch scratch_;
};

}  // namespace spotlight::bindings
