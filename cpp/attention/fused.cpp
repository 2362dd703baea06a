#include "fused.hpp"

#include <algorithm>

#include "../threads.hpp"

namespace spotlight {

void reserve_heads(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                   FusedScratch& scratch) {
  scratch.reserve_threads(threads::count());
  for (std::size_t thread = 0; thread < threads::count(); ++thread) {
    reserve_head(keys, head_dim, value_dim, options, scratch.of_thread(thread));
  }
}

void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output) {
  const auto [batch, heads, queries, head_dim] = query.shape();
  const std::size_t keys = key.shape(2);
  const std::size_t value_dim = value.shape(3);
  allocate(output, "output", {batch, heads, queries, value_dim});
  reserve_heads(keys, head_dim, value_dim, options, scratch);
  const std::size_t products = queries * keys * (head_dim + value_dim);
  threads::for_each_range(batch * heads, 1, threads::least_products / std::max<std::size_t>(products, 1),
                          [&](std::size_t first, std::size_t end, std::size_t thread) {
                            for (std::size_t each = first; each < end; ++each) {
                              const std::size_t b = each / query.shape(1);
                              const std::size_t h = each % query.shape(1);
                              const std::size_t kv_head = kv_head_index(h, query.shape(1), key.shape(1));
                              const FusedHead head = {.batch = b,
                                                      .head = h,
                                                      .num_heads = query.shape(1),
                                                      .query = matrix(query, b, h),
                                                      .key = matrix(key, b, kv_head),
                                                      .value = matrix(value, b, kv_head),
                                                      .output = matrix(output, b, h)};
                              pack_keys(head.key, scratch.of_thread(thread));
                              pack_values(head.value, scratch.of_thread(thread));
                              attend_packed(head, {.first = 0, .total = head.query.rows}, options,
                                            scratch.of_thread(thread));
                            }
                          });
}

}  // namespace spotlight
