// Selection of an intermediate result of a model (step), identified by its index in step_table(), for an intervention
// that replaces it or for reading it. The selection applies to the next of these calls.
#pragma once

#include <string>
#include <utility>

#include "../../model/step_table.hpp"
#include "transformer_memory.hpp"

namespace spotlight::bindings {

struct SelectedStep {
  Place place;
  Step step = Step::none;
  Selection selection;
  std::size_t entry = Replacement::each_entry;  // entry of the batch
};

class StepSession {
 public:
  using Name = TransformerTensor;

  explicit StepSession(TransformerMemory& memory) : memory_(memory) {}

  static std::size_t count() { return step_table().size(); }
  static std::string name(std::size_t step) { return step_table()[step].name; }
  static std::string dimensions(std::size_t step) { return step_table()[step].dimensions; }
  static bool may_begin_batch(std::size_t step) { return spotlight::may_begin_batch(step_table()[step].step); }

  /// Selects an intermediate result (step) of the encoder, the decoder or the cross-attention. It lies inside a layer
  /// if select_layer() is called next, otherwise before or after all layers.
  void select(Attention attention, std::size_t step) {
    selected_.place = {.attention = attention};
    selected_.step = step_table()[step].step;
    selected_.entry = Replacement::each_entry;
  }
  void select_layer(std::size_t layer) { selected_.place.layer = layer; }
  void select_entry(std::size_t entry) { selected_.entry = entry; }
  bool has_selected() const { return has_step(memory_.model.description, selected_.place, selected_.step); }
  /// Allocates the lists of selected heads, rows and keys, which the web side writes; an empty list selects all. The
  /// lists apply only to the next call that replaces or reads the step.
  void resize_selection(std::size_t heads, std::size_t rows, std::size_t keys) {
    Selection& selection = selected_.selection;
    memory_.tensors.allocate(Name::selected_heads, selection.heads, "the selected heads", {heads});
    memory_.tensors.allocate(Name::selected_rows, selection.rows, "the selected rows", {rows});
    memory_.tensors.allocate(Name::selected_keys, selection.columns, "the selected keys", {keys});
  }
  const SelectedStep& selected() const { return selected_; }
  Selection take_selection() { return std::exchange(selected_.selection, {}); }

  void release() { spotlight::release(selected_); }

 private:
  TransformerMemory& memory_;
  SelectedStep selected_;
};

}  // namespace spotlight::bindings
