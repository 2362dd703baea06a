// Hook that replaces the steps (intermediate results) of a Transformer as they are computed, and copies one step for
// reading.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../../core/probe.hpp"

namespace spotlight {

/// Selected heads, rows and columns of an intermediate result (step). An empty list selects all of them.
struct Selection {
  std::vector<std::uint32_t> heads;    // in ascending order
  std::vector<std::uint32_t> rows;     // positions of tokens or queries, in ascending order
  std::vector<std::uint32_t> columns;  // positions of keys, in ascending order
};

/// Intervention in an intermediate result of a model (step): values that replace some of its numbers, or are added to
/// them.
struct Replacement {
  static constexpr std::size_t each_entry = static_cast<std::size_t>(-1);

  Place place;
  Step step = Step::none;
  Selection selection;
  bool adds = false;
  std::size_t entry = each_entry;  // batch entry to change
  /// New values of the selected numbers, [heads, rows, columns]; a dimension of size 1 is broadcast. Numbers that are
  /// not selected stay unchanged.
  Tensor3 values;
};

/// Hook for all interventions in intermediate results (steps), and for reading one of them. It applies a step's
/// replacements in the order in which they were added, then copies the step if it is to be read.
class StepInterventions final : public StepHook {
 public:
  bool empty() const { return replacements_.empty() && read_.step == Step::none; }
  void clear();
  /// Adds a replacement and returns it, so that the caller can fill in its values.
  /// @throws std::invalid_argument for a replacement in a single batch entry at a step where batch entries cannot begin
  /// to differ
  Replacement& add(Replacement replacement);

  /// Starts reading an intermediate result (step) in the next computation. `shape` is the shape of the selected
  /// numbers, [heads, rows, columns].
  void read(Place place, Step step, Selection selection, const std::array<std::size_t, 3>& shape);
  void stop_reading() { read_.step = Step::none; }
  const Tensor3& result() const { return result_; }

  bool wants(Place place, Step step) const override;
  void mark_heads(Place place, StepRange steps, std::span<std::uint8_t> is_wanted) const override;
  void on(Place place, Step step, const StepView& view) override;
  std::size_t entries(Place place, Step step) const override;
  bool is_done() const override { return read_.step != Step::none && read_.remaining == 0; }

 private:
  struct Reading {
    Place place;
    Step step = Step::none;
    Selection selection;
    std::size_t remaining = 0;  // number of rows of all heads that are not yet computed
  };
  void copy_out(const StepView& view);

  std::vector<Replacement> replacements_;
  Reading read_;
  Tensor3 result_;
};

}  // namespace spotlight
