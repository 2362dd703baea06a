#include "fused.hpp"

#include "../../core/arguments.hpp"
#include "../../core/threads.hpp"
#include "../heads.hpp"

namespace spotlight {

void reserve_heads(std::size_t count, std::size_t keys, std::size_t head_dim, std::size_t value_dim,
                   const AttentionOptions& options, FusedScratch& scratch) {
  scratch.reserve_threads(count);
  for (std::size_t thread = 0; thread < count; ++thread) {
    reserve_head(keys, head_dim, value_dim, options, scratch.of_thread(thread));
  }
}

void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output) {
  if (const char* option = not_fused(options)) refuse_argument("the fused pass knows no", option);
  const std::size_t heads = query.shape(1);
  const std::size_t queries = query.shape(2);
  const std::size_t keys = key.shape(2);
  const std::size_t head_dim = query.shape(3);
  const std::size_t value_dim = value.shape(3);
  allocate(output, "output", {query.shape(0), heads, queries, value_dim});
  const auto loop = threads::worthwhile_loop(query.shape(0) * heads, 1, threads::least_products,
                                             {queries, keys, head_dim + value_dim});
  reserve_heads(loop.threads(), keys, head_dim, value_dim, options, scratch);
  const auto attend = [&](std::size_t batch, std::size_t h, FusedHeadScratch& of_thread) {
    const HeadViews head = head_views(query, key, value, batch, h, output);
    pack_keys(head.key, of_thread);
    pack_values(head.value, of_thread);
    attend_packed(head, all_queries(head), options, of_thread);
  };
  threads::for_each_range(loop, [&](std::size_t first, std::size_t end, std::size_t thread) {
    for (std::size_t each = first; each < end; ++each) attend(each / heads, each % heads, scratch.of_thread(thread));
  });
}

}  // namespace spotlight
