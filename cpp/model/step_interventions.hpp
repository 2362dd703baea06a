// A hook that reads one step of a Transformer and replaces others as they are computed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../core/probe.hpp"

namespace spotlight {

/// Some of the numbers of a step. An empty list stands for all.
struct Selection {
  std::vector<std::uint32_t> heads;    // in ascending order
  std::vector<std::uint32_t> rows;     // positions of tokens or queries, in ascending order
  std::vector<std::uint32_t> columns;  // keys, in ascending order
};

/// Numbers that take the place of a step's, or are added to them.
struct Replacement {
  static constexpr std::size_t each_entry = static_cast<std::size_t>(-1);

  Place place;
  Step step = Step::none;
  Selection selection;
  bool adds = false;
  std::size_t entry = each_entry;  // the only entry of the batch that is changed
  /// [heads, rows, columns] of the selection; a size of 1 stands for each. Rows beyond them stay as they are.
  Tensor3 values;
};

/// Replaces steps in the order of the list, then copies out the one that is read.
class StepInterventions final : public StepHook {
 public:
  bool empty() const { return replacements_.empty() && read_.step == Step::none; }
  void clear();
  /// Throws std::invalid_argument for one of an entry of a step at which a batch cannot begin.
  Replacement& add(Replacement replacement);

  /// Reads a step from now on; of the selection, `shape` is [heads, rows, columns].
  void read(Place place, Step step, Selection selection, const std::array<std::size_t, 3>& shape);
  void stop_reading() { read_.step = Step::none; }
  /// The numbers that were read, [heads, rows, columns].
  const Tensor3& result() const { return result_; }

  bool wants(Place place, Step step) const override;
  bool wants(Place place, Step step, std::size_t head) const override;
  void on(Place place, Step step, const StepView& view) override;
  std::size_t entries(Place place, Step step) const override;
  bool is_done() const override { return read_.step != Step::none && read_.remaining == 0; }

 private:
  struct Reading {
    Place place;
    Step step = Step::none;
    Selection selection;
    std::size_t remaining = 0;  // rows of heads that are not yet computed
  };
  void copy_out(const StepView& view);

  std::vector<Replacement> replacements_;
  Reading read_;
  Tensor3 result_;
};

}  // namespace spotlight
