// Hooks that read or replace intermediate results as they are computed (TransformerLens's hook points).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "step.hpp"
#include "tensor.hpp"

namespace spotlight {

/// View of the numbers of a step (an intermediate result), or of part of them: [heads, rows, columns]. A step that is
/// not split into heads has one head; a step with one number per row has one column. Writing to the view changes the
/// step.
struct StepView {
  float* data;
  std::size_t heads, rows, columns;
  std::size_t head_stride, row_stride;
  std::size_t first_head = 0;  // index of the first head in the view
  std::size_t first_row = 0;   // position of the first row in the view
  std::size_t entry = 0;       // index in the batch

  float* row(std::size_t head, std::size_t row) const { return data + head * head_stride + row * row_stride; }
};

struct StepRange {
  Step first, last;

  bool contains(Step step) const { return first <= step && step <= last; }
};

/// Receives the requested steps (intermediate results) as soon as they are computed, on the calling thread. It may
/// modify the numbers; later steps are computed from the modified ones.
class StepHook {
 public:
  StepHook() = default;
  StepHook(const StepHook&) = default;
  StepHook& operator=(const StepHook&) = default;
  StepHook(StepHook&&) = default;
  StepHook& operator=(StepHook&&) = default;
  virtual ~StepHook() = default;

  /// True if the hook requests this step (an intermediate result) for at least one head.
  virtual bool wants(Place place, Step step) const = 0;
  /// Sets is_wanted[h] for each head h of which the hook requests an intermediate result within this range of steps.
  virtual void mark_heads(Place place, StepRange steps, std::span<std::uint8_t> is_wanted) const = 0;
  virtual void on(Place place, Step step, const StepView& view) = 0;
  /// Batch size from this step on, if an intervention in this step makes the batch entries differ; otherwise 1. A step
  /// is an intermediate result of the model.
  virtual std::size_t entries(Place, Step) const { return 1; }
  /// True if the hook requests no intermediate result after those that it has received, so that the computation may
  /// stop.
  virtual bool is_done() const { return false; }
};

/// An optional hook, bound to one place in the model, such as the self-attention of a layer.
class Probe {
 public:
  Probe() = default;
  Probe(StepHook* hook, Place place) : hook_(hook), place_(place) {}

  bool is_done() const { return hook_ != nullptr && hook_->is_done(); }
  bool wants(Step step) const { return hook_ != nullptr && hook_->wants(place_, step); }
  /// Flags [heads] of the heads of which the hook requests an intermediate result within this range of steps; empty
  /// without a hook.
  std::vector<std::uint8_t> wanted_heads(StepRange steps, std::size_t heads) const {
    std::vector<std::uint8_t> is_wanted(hook_ != nullptr ? heads : 0);
    if (hook_ != nullptr) hook_->mark_heads(place_, steps, is_wanted);
    return is_wanted;
  }
  void on(Step step, const StepView& view) const {
    if (wants(step)) hook_->on(place_, step, view);
  }
  std::size_t entries(Step first, Step last) const {
    std::size_t most = 1;
    for (auto step = first; hook_ != nullptr && step <= last; step = next(step)) {
      most = std::max(most, hook_->entries(place_, step));
    }
    return most;
  }

 private:
  static Step next(Step step) { return static_cast<Step>(static_cast<std::uint8_t>(step) + 1); }

  StepHook* hook_ = nullptr;
  Place place_;
};

/// A probe for intermediate results with one row per token, and the position of the first row's token.
struct StepScope {
  Probe probe;
  std::size_t first = 0;

  bool is_done() const { return probe.is_done(); }
  bool wants(Step step) const { return probe.wants(step); }

  /// Reports an intermediate result, x [batch, rows, columns], to the hook. If an intervention makes the batch entries
  /// differ from this step on, a batch of one is repeated first.
  void on(Step step, Tensor3& x) const { on_columns(step, x, 1); }
  /// Reports an intermediate result, x [batch, rows, heads · head_dim], to the hook, split into heads.
  void on_columns(Step step, Tensor3& x, std::size_t heads) const {
    if (!wants(step)) return;
    repeat_entry(x, probe.entries(step, step));
    const std::size_t head_dim = x.shape(2) / heads;
    for (std::size_t b = 0; b < x.shape(0); ++b) {
      probe.on(step, {.data = &x(b, 0, 0),
                      .heads = heads,
                      .rows = x.shape(1),
                      .columns = head_dim,
                      .head_stride = head_dim,
                      .row_stride = x.shape(2),
                      .first_row = first,
                      .entry = b});
    }
  }
  /// Reports an intermediate result of all heads, x [heads, batch · rows, columns], to the hook.
  void on_heads(Step step, Tensor3& x, std::size_t batch = 1) const {
    const std::size_t rows = x.shape(1) / batch;
    for (std::size_t b = 0; b < batch; ++b) {
      probe.on(step, {.data = &x(0, b * rows, 0),
                      .heads = x.shape(0),
                      .rows = rows,
                      .columns = x.shape(2),
                      .head_stride = x.shape(1) * x.shape(2),
                      .row_stride = x.shape(2),
                      .first_row = first,
                      .entry = b});
    }
  }
  /// Reports an intermediate result of one head and one batch entry, x [rows, columns], to the hook.
  void on(Step step, MutableMatrixView x, std::size_t entry, std::size_t head) const {
    probe.on(step, {.data = x.data,
                    .heads = 1,
                    .rows = x.rows,
                    .columns = x.columns,
                    .head_stride = 0,
                    .row_stride = x.stride,
                    .first_head = head,
                    .first_row = first,
                    .entry = entry});
  }
};

}  // namespace spotlight
