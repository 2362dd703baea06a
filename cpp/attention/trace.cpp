#include "trace.hpp"

#include "../kernels/activations.hpp"
#include "dropout.hpp"
#include "overflow.hpp"
#include "relu_attention.hpp"
#include "scale.hpp"
#include "scores.hpp"
#include "smoothing.hpp"
#include "softmax.hpp"
#include "weighted_sum.hpp"

namespace spotlight {

void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     Trace& trace, const ScoresPlace& place) {
  compute_scores(query, key, trace.scores);
  scale_scores(trace.scores, options.scale.value_or(default_scale(query.shape(3))), trace.scaled);
  assign(trace.masked, "masked", trace.scaled);
  if (options.softcap > 0.0F) kernels::softcap(rows_of(trace.masked), options.softcap);
  apply_mask(options.mask, trace.masked, place);
  trace.overflow = find_overflow(trace.scaled, options.mask, trace.masked, place);
  if (options.activation == Activation::relu) {
    relu_rows(trace.masked, trace.weights);
  } else {
    softmax_rows(trace.masked, trace.weights);
  }
  if (options.eps > 0.0F) smooth_weights(trace.weights, options.eps);
  apply_dropout(trace.weights, options.dropout_p, options.seed, place.first_row() * key.shape(2));
  weighted_sum(trace.weights, value, trace.output);
}

}  // namespace spotlight
