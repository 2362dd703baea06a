// Fuzzes the parameters of a model with any description: they are set in ranges of rows, stored in any precision,
// shared, read, and set again.
#include "description.hpp"
#include "parameters.hpp"

#include "bindings/transformer/transformer_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::bindings::TransformerSession;

/// Checks that a parameter contains the numbers that were set. Matrices in int8 may differ by half of 1/127 of the
/// largest number in the row.
void expect_kept(ParameterSet& set, std::size_t index, Precision precision, std::span<const float> values) {
  const std::vector<float> kept = read_parameter(set, index);
  if (precision != Precision::int8 || set.rank(index) == 1) {
    // The numbers must be equal: vectors stay in float32, and for matrices in 16 bits, only numbers are drawn that
    // these formats represent exactly.
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] != values[i]) expect(false, "a parameter is kept as it was set");
    }
    return;
  }
  const std::size_t columns = set.size(index, 1);
  for (std::size_t first = 0; first < kept.size(); first += columns) {
    double largest = 0.0;
    for (std::size_t c = 0; c < columns; ++c)
      largest = std::max(largest, std::abs(static_cast<double>(values[first + c])));
    const auto row = std::span(kept).subspan(first, columns);
    expect_close(row, values.subspan(first, columns), largest / 127.0 * 0.501 + 1e-30, "int8 is near what was set");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  spotlight::TransformerDescription description;
  description.embed_dim = input.size(1, 40);
  description.has_output_bias = input.flag();
  const bool has_encoder = input.flag();
  if (has_encoder) draw_stack(input, description.encoder, true, false);
  if (!has_encoder || input.flag()) draw_stack(input, description.decoder, false, has_encoder);
  TransformerSession session(description);
  ParameterSet& set = *session.parameters();
  for (int turn = 0; turn < 12 && !input.is_empty(); ++turn) {
    const std::size_t index = input.size(0, set.count() - 1);
    const Precision precision = draw_precision(input);
    Magnitude magnitude = input.magnitude();
    magnitude.is_finite = true;
    std::vector<float> values;
    if (!has_room(input, session, [&] { values = draw_parameter(input, set, index, precision, magnitude); })) continue;
    expect_kept(set, index, precision, values);
    const std::size_t other = input.size(0, set.count() - 1);
    const bool is_same_shape = set.rank(index) == set.rank(other) && set.rank(index) == 2 && other != index &&
                               set.size(index, 0) == set.size(other, 0) && set.size(index, 1) == set.size(other, 1);
    if (is_same_shape && input.flag() && set.share(other, index)) expect_kept(set, other, precision, values);
    if (input.flag()) set.finish();
  }
  return 0;
}
