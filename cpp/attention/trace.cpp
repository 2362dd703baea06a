#include "trace.hpp"

#include <algorithm>

#include "../core/arguments.hpp"
#include "heads.hpp"
#include "overflow.hpp"
#include "steps.hpp"

namespace spotlight {

void allocate_scores(Trace& trace, const std::array<std::size_t, 4>& shape) {
  if (shape[3] == 0) refuse_argument("an attention has at least one of its", "keys");
  allocate(trace.scores, "scores", shape);
  allocate(trace.scaled, "scaled", shape);
  allocate(trace.masked, "masked", shape);
  allocate(trace.weights, "weights", shape);
}

std::int64_t trace_head(const HeadViews& head, QueryRange range, const AttentionOptions& options, const Probe& probe,
                        const HeadTrace& trace) {
  const ScoresPlace place = {.batch = head.batch, .head = head.head, .first_query = range.first};
  const auto position = static_cast<std::size_t>(std::max<std::int64_t>(options.mask.first_query, 0)) + range.first;
  const StepScope scope = {.probe = probe, .first = position};
  const auto report = [&](Step step, MutableMatrixView x) { scope.on(step, x, head.batch, head.head); };
  compute_scores(head.query, head.key, trace.scores);
  report(Step::scores, trace.scores);
  scale_scores(trace.scores, options.scale.value_or(default_scale(head.query.columns)), trace.scaled);
  report(Step::scaled, trace.scaled);
  cap_scores(trace.scaled, options.softcap, trace.masked);
  report(Step::capped, trace.masked);
  apply_distance_bias(options.mask, place, trace.masked);
  report(Step::biased, trace.masked);
  apply_mask(options.mask, place, trace.masked);
  report(Step::masked, trace.masked);
  const std::int64_t overflow = find_overflow(options.mask, place, trace.scaled, trace.masked);
  compute_weights(options.weight_function, trace.masked, trace.weights);
  smooth_weights(options.eps, trace.weights);
  drop_weights(options.dropout_p, options.seed, first_row(head, range), trace.weights);
  report(Step::weights, trace.weights);
  weighted_sum(trace.weights, head.value, head.output);
  return overflow;
}

void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const MultiheadOptions& options,
                     Trace& trace) {
  const auto [batch, heads, queries, head_dim] = query.shape();
  allocate_scores(trace, {batch, heads, queries, key.shape(2)});
  allocate(trace.output, "output", {batch, heads, queries, value.shape(3)});
  trace.overflow = -1;
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      const HeadViews head = head_views(query, key, value, b, h, trace.output);
      const HeadTrace steps = trace.head(b, h);
      const std::int64_t overflow = trace_head(head, all_queries(head), options.of_head(h), options.probe, steps);
      if (trace.overflow < 0 && overflow >= 0) trace.overflow = steps.scores.data - trace.scores.data() + overflow;
    }
  }
}

}  // namespace spotlight
