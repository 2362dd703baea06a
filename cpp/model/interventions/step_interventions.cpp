#include "step_interventions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "../../core/arguments.hpp"
#include "../step_table.hpp"

namespace spotlight {
namespace {

/// Position of `index` in an ascending list of selected indices; none if it is not selected. An empty list selects all
/// indices: the position is then the index itself.
std::optional<std::size_t> place_in(const std::vector<std::uint32_t>& list, std::size_t index) {
  if (list.empty()) return index;
  const auto at = std::ranges::lower_bound(list, index);
  if (at == list.end() || *at != index) return std::nullopt;
  return static_cast<std::size_t>(at - list.begin());
}

/// Position `place` in an array of `size` elements; none if it lies outside.
std::optional<std::size_t> within(std::optional<std::size_t> place, std::size_t size) {
  return place && *place < size ? place : std::nullopt;
}

/// Index into one dimension of the replacement values, of length `size`, for the number at position `place` of the
/// selection. A dimension of length 1 is broadcast.
std::optional<std::size_t> broadcast_place(std::optional<std::size_t> place, std::size_t size) {
  if (place && size == 1) return 0;
  return within(place, size);
}

void replace_numbers(const Replacement& replacement, const StepView& view) {
  const auto& [heads, rows, columns] = replacement.selection;
  const Tensor3& values = replacement.values;
  for (std::size_t h = 0; h < view.heads; ++h) {
    const auto head = broadcast_place(place_in(heads, view.first_head + h), values.shape(0));
    for (std::size_t i = 0; head && i < view.rows; ++i) {
      const auto row = broadcast_place(place_in(rows, view.first_row + i), values.shape(1));
      for (std::size_t c = 0; row && c < view.columns; ++c) {
        const auto column = broadcast_place(place_in(columns, c), values.shape(2));
        if (!column) continue;
        float& number = view.row(h, i)[c];
        number = values(*head, *row, *column) + (replacement.adds ? number : 0.0F);
      }
    }
  }
}

}  // namespace

Replacement& StepInterventions::add(Replacement replacement) {
  const bool is_possible = replacement.entry == Replacement::each_entry || may_begin_batch(replacement.step);
  if (!is_possible) refuse_argument("no batch begins at the step of", "entry");
  return replacements_.emplace_back(std::move(replacement));
}

void StepInterventions::clear() {
  replacements_.clear();
  stop_reading();
}

void StepInterventions::read(Place place, Step step, Selection selection, const std::array<std::size_t, 3>& shape) {
  stop_reading();
  // The result of reading a step (an intermediate result) starts with zeros, because some rows may not have the step:
  // image patches have no token embeddings, for example.
  allocate_zeros(result_, "the activation", shape);
  read_ = {.place = place, .step = step, .selection = std::move(selection), .remaining = shape[0] * shape[1]};
}

bool StepInterventions::wants(Place place, Step step) const {
  const auto is_it = [&](const auto& each) { return each.step == step && each.place == place; };
  return step != Step::none && (is_it(read_) || std::ranges::any_of(replacements_, is_it));
}

void StepInterventions::mark_heads(Place place, StepRange steps, std::span<std::uint8_t> is_wanted) const {
  const auto mark = [&](Place at, Step step, const Selection& selection) {
    if (at != place || !steps.contains(step)) return;
    for (std::size_t h = 0; h < is_wanted.size(); ++h) {
      if (place_in(selection.heads, h)) is_wanted[h] = 1;
    }
  };
  for (const Replacement& each : replacements_) mark(each.place, each.step, each.selection);
  mark(read_.place, read_.step, read_.selection);
}

void StepInterventions::on(Place place, Step step, const StepView& view) {
  for (const Replacement& each : replacements_) {
    const bool is_changed = each.entry == Replacement::each_entry || each.entry == view.entry;
    if (each.step == step && each.place == place && is_changed) replace_numbers(each, view);
  }
  if (read_.step == step && read_.place == place) copy_out(view);
}

std::size_t StepInterventions::entries(Place place, Step step) const {
  std::size_t count = 1;
  bool differ = false;
  for (const Replacement& each : replacements_) {
    if (each.entry == Replacement::each_entry) continue;
    count = std::max(count, each.entry + 1);
    differ = differ || (each.step == step && each.place == place);
  }
  return differ ? count : 1;
}

void StepInterventions::copy_out(const StepView& view) {
  const std::size_t columns = std::min(view.columns, result_.shape(2));
  for (std::size_t h = 0; h < view.heads; ++h) {
    const auto head = within(place_in(read_.selection.heads, view.first_head + h), result_.shape(0));
    for (std::size_t i = 0; head && i < view.rows; ++i) {
      const auto row = within(place_in(read_.selection.rows, view.first_row + i), result_.shape(1));
      if (!row) continue;
      std::copy_n(view.row(h, i), columns, &result_(*head, *row, 0));
      read_.remaining -= std::min<std::size_t>(read_.remaining, 1);
    }
  }
}

}  // namespace spotlight
