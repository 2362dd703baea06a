#include "parameters.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../core/arguments.hpp"
#include "../model/parameters.hpp"

namespace spotlight::training {
namespace {

/// The parameters of another model would not be those that the layers look for.
void expect_offered(const TransformerDescription& description) {
  if (const char* field = not_offered(description)) refuse_argument("training does not offer this", field);
}

std::vector<ParameterInfo> list(const TrainingDescription& description) {
  expect_offered(description.transformer);
  TransformerDescription of = description.transformer;
  if (of.decoder.layers == 0) of.encoder.output_dim = of.encoder.vocabulary;  // it predicts tokens, too
  Transformer model(of);
  std::vector<ParameterInfo> all;
  for (Parameter& parameter : parameters_of(model)) {
    if (description.is_head_tied && parameter.name == "output.weight") continue;
    const bool is_vector = parameter.shape.size() == 1;
    const Slice slice = {
        .offset = 0, .rows = is_vector ? 1 : parameter.shape[0], .columns = parameter.shape[is_vector ? 0 : 1]};
    const bool is_second = parameter.name.ends_with(".value.weight") || parameter.name.ends_with(".gate.weight");
    // The second weight of a pair goes before the bias of the first.
    all.insert(all.end() - (is_second ? 1 : 0), {std::move(parameter.name), slice, is_vector});
  }
  return all;
}

double exact_size(const ParameterInfo& of) {
  return static_cast<double>(of.slice.rows) * static_cast<double>(of.slice.columns);
}

/// In 32 bits, sizes may wrap around.
[[noreturn]] void refuse(const std::vector<ParameterInfo>& all) {
  const ParameterInfo& largest = *std::ranges::max_element(all, {}, exact_size);
  const std::array<std::size_t, 2> shape = {largest.slice.rows, largest.slice.columns};
  memory::refuse({.name = "the parameters", .shape = shape, .element_size = sizeof(float)});
}

}  // namespace

Parameters::Parameters(const TrainingDescription& description) : all_(list(description)) {
  std::size_t size = 0;
  double exact = 0.0;
  for (ParameterInfo& parameter : all_) {
    parameter.slice.offset = size;
    size += parameter.slice.size();
    exact += exact_size(parameter);
  }
  if (exact != static_cast<double>(size)) refuse(all_);
  for (Vector* array : {&values_, &gradients_}) {
    allocate_zeros(*array, "the parameters", {size});
  }
}

const Slice& Parameters::find(std::string_view name) const {
  const auto found = std::ranges::find(all_, name, &ParameterInfo::name);
  if (found == all_.end()) refuse_argument("the model in training has no parameter", name);
  return found->slice;
}

Slice Parameters::find_pair_of_matrices(std::string_view first) const {
  Slice pair = find(first);
  pair.rows *= 2;
  return pair;
}

Slice Parameters::find_pair_of_vectors(std::string_view first) const {
  Slice pair = find(first);
  pair.columns *= 2;
  return pair;
}

}  // namespace spotlight::training
