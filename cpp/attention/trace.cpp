#include "trace.hpp"

#include <algorithm>

#include "../core/arguments.hpp"
#include "overflow.hpp"
#include "steps.hpp"

namespace spotlight {

void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     Trace& trace, const ScoresPlace& place, const Probe& probe) {
  if (key.shape(2) == 0) refuse_argument("an attention has at least one of its", "keys");
  const auto first = static_cast<std::size_t>(std::max<std::int64_t>(options.mask.first_query, 0)) + place.first_query;
  const StepScope scope = {.probe = probe, .first = first};
  const auto report = [&](Step step, Tensor4& tensor) { scope.on(step, tensor, place.batch, place.head); };
  compute_scores(query, key, trace.scores);
  report(Step::scores, trace.scores);
  scale_scores(trace.scores, options.scale.value_or(default_scale(query.shape(3))), trace.scaled);
  report(Step::scaled, trace.scaled);
  assign(trace.masked, "masked", trace.scaled);
  cap_scores(trace.masked, options.softcap);
  report(Step::capped, trace.masked);
  apply_distance_bias(options.mask, trace.masked, place);
  report(Step::biased, trace.masked);
  apply_mask(options.mask, trace.masked, place);
  report(Step::masked, trace.masked);
  trace.overflow = find_overflow(trace.scaled, options.mask, trace.masked, place);
  compute_weights(options.weight_function, trace.masked, trace.weights);
  smooth_weights(trace.weights, options.eps);
  drop_weights(trace.weights, options.dropout_p, options.seed, place.first_row() * key.shape(2));
  report(Step::weights, trace.weights);
  weighted_sum(trace.weights, value, trace.output);
}

}  // namespace spotlight
