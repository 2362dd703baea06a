#include "cache.hpp"

namespace spotlight {

void RowBuffer::append(const char* name, const Tensor3& vectors) {
  columns = vectors.shape(2);
  const std::size_t kept = values.size();
  memory::allocate(values, name, {kept + vectors.size()});
  std::copy_n(vectors.data(), vectors.size(), values.data() + kept);
}

void BlockCache::append(const MultiheadWeights& weights, const Tensor3& x, const StepScope& scope,
                        MultiheadScratch& scratch) {
  project_key(x, weights, scope, scratch.key);
  project_value(x, weights, scope, scratch.value);
  for (RowBuffer* rows : {&keys, &values}) rows->truncate(decoded);
  keys.append("the KV cache", scratch.key);
  values.append("the KV cache", scratch.value);
}

void attend_to_cache(ConstMatrixView keys, ConstMatrixView values, const Tensor3& x, std::size_t first,
                     const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadScratch& scratch,
                     Tensor3& output) {
  const StepScope scope = {.probe = options.probe, .first = first};
  project_query(x, weights, scope, scratch.query);
  allocate(scratch.concat, "concat", scratch.query.shape());
  const AttentionViews<const float> inputs = {.query = rows_of(scratch.query), .key = keys, .value = values};
  attend_heads(0, first, inputs, weights, options, scratch.attention, rows_of(scratch.concat));
  project_output(weights, scope, scratch, output);
}

}  // namespace spotlight
