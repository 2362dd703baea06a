#include "trace.hpp"

#include "dropout.hpp"
#include "mask.hpp"
#include "mix.hpp"
#include "scale.hpp"
#include "scores.hpp"
#include "softmax.hpp"

namespace spotlight {

void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     Trace& trace) {
  compute_scores(query, key, trace.scores);
  scale_scores(trace.scores, options.scale.value_or(default_scale(query.shape(3))), trace.scaled);
  apply_mask(trace.scaled, options.mask, trace.masked);
  softmax_rows(trace.masked, trace.weights);
  drop_weights(trace.weights, options.dropout_p, options.seed);
  mix_values(trace.weights, value, trace.output);
}

}  // namespace spotlight
