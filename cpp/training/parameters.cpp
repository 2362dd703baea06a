#include "parameters.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../core/arguments.hpp"
#include "../model/parameters.hpp"

namespace spotlight::training {
namespace {

/// Rejects descriptions of models that training does not support: their layers would look up parameters that do not
/// exist.
void expect_offered([[maybe_unused]] const TransformerDescription& description) {
#ifndef __wasm__  // the web side creates only supported models (web/engine/pretrained/families/spotlight.ts)
  if (const char* field = not_offered(description)) refuse_argument("training does not offer this", field);
#endif
}

/// Moves each parameter whose name ends in `second` directly after the parameter with the same prefix that ends in
/// `first`: two layers that are computed as one need adjacent weights and adjacent biases.
void join_pairs(std::string_view first, std::string_view second, std::vector<ParameterInfo>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].name.ends_with(first)) continue;
    const std::string name = all[i].name.substr(0, all[i].name.size() - first.size()).append(second);
    const auto partner = std::ranges::find(all, name, &ParameterInfo::name);
    if (partner == all.end()) continue;
    for (auto at = partner; at - all.begin() > static_cast<std::ptrdiff_t>(i) + 1; --at) std::swap(at[0], at[-1]);
  }
}

std::vector<ParameterInfo> list(const TrainingDescription& description) {
  expect_offered(description.transformer);
  TransformerDescription of = description.transformer;
  if (of.decoder.layers == 0) of.encoder.output_dim = of.encoder.vocabulary;  // an encoder also predicts tokens
  Transformer model(of);
  std::vector<ParameterInfo> all;
  for (Parameter& parameter : parameters_of(model)) {
    if (description.is_head_tied && parameter.name == "output.weight") continue;
    const bool is_vector = parameter.shape.size() == 1;
    const Slice slice = {
        .offset = 0, .rows = is_vector ? 1 : parameter.shape[0], .columns = parameter.shape[is_vector ? 0 : 1]};
    all.push_back({std::move(parameter.name), slice, is_vector});
  }
  join_pairs(".key.weight", ".value.weight", all);
  join_pairs(".key.bias", ".value.bias", all);
  join_pairs(".linear1.weight", ".up.weight", all);
  join_pairs(".linear1.bias", ".up.bias", all);
  return all;
}

double exact_size(const ParameterInfo& of) {
  return static_cast<double>(of.slice.rows) * static_cast<double>(of.slice.columns);
}

/// Rejects parameters with a total size that overflows std::size_t, which is possible in 32 bits.
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

const ParameterInfo& Parameters::info(std::string_view name) const {
  const auto found = std::ranges::find(all_, name, &ParameterInfo::name);
  if (found == all_.end()) refuse_argument("the model in training has no parameter", name);
  return *found;
}

Slice Parameters::find_pair(std::string_view first, std::string_view second) const {
  const ParameterInfo& own = info(first);
  Slice pair = own.slice;
  const Slice& other = find(second);
  if (other.offset != pair.offset + pair.size() || other.size() != pair.size()) {
    refuse_argument("the model in training has no pair that ends with", second);
  }
  (own.is_vector ? pair.columns : pair.rows) *= 2;
  return pair;
}

}  // namespace spotlight::training
