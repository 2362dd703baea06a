// Fuzzes a multi-head attention layer with any finite weights: the fused pass, compared with the trace (which stores
// every step), and gradients. Several of the inputs may be the same tensor. The JavaScript side guarantees that
// embedDim is a multiple of the number of heads, and the conditions in options.hpp.
#include "options.hpp"
#include "parameters.hpp"

#include "bindings/multihead_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::bindings::MultiheadSession;
using spotlight::bindings::MultiheadTensor;

class Multihead {
 public:
  explicit Multihead(Input& input)
      : input_(input),
        heads_(input.size(1, 4)),
        embed_dim_(heads_ * input.size(1, 9)),
        session_(embed_dim_, heads_, input.flag()) {}

  bool set_weights() {
    const Magnitude magnitude = input_.magnitude();
    const auto draw = [&] { is_small_ = draw_parameters(input_, *session_.parameters(), magnitude) <= 2.0F; };
    return has_room(input_, session_, draw);
  }

  void call() {
    const bool key_is_query = input_.flag();
    const bool value_is_key = input_.flag();
    AttentionSizes sizes{.batch = input_.size(1, 2), .heads = heads_, .queries = input_.size(1, 70), .keys = 0};
    sizes.keys = key_is_query ? sizes.queries : input_.size(1, 70);
    const auto resize = [&] { session_.resize(sizes.batch, sizes.queries, sizes.keys, key_is_query, value_is_key); };
    if (!has_room(input_, session_, resize)) return;
    const Magnitude magnitude = input_.magnitude();
    for (const auto name : {MultiheadTensor::query, MultiheadTensor::key, MultiheadTensor::value}) {
      input_.fill(numbers(name), magnitude);
    }
    draw_options(input_, *session_.options(), sizes);
    Fault fault = no_fault;
    if (!has_room(input_, session_, [&] { fault = session_.trace(); })) return;
    const std::vector<float> output = copy(numbers(MultiheadTensor::output));
    const auto options = session_.options()->options();
    if (fault == no_fault && not_differentiated(options) == nullptr && input_.flag()) {
      if (!has_room(input_, session_, [&] { session_.resize_output_gradient(); })) return;
      input_.fill(numbers(MultiheadTensor::output_gradient), input_.magnitude());
      if (!has_room(input_, session_, [&] { session_.backward(); })) return;
    }
    if (!can_be_fused(options)) return;
    Fault fused_fault = no_fault;
    if (!has_room(input_, session_, [&] { fused_fault = session_.compute(); })) return;
    const bool is_small = is_small_ && magnitude.is_finite && magnitude.largest <= 1.0F &&
                          std::abs(options.scale.value_or(1.0F)) <= 1.0F && options.dropout_p < 0.9F &&
                          options.mask.kind != Mask::Kind::add;
    if (!is_small) return;
    expect(fault == no_fault && fused_fault == no_fault, "small numbers are within float32");
    expect_close(output, numbers(MultiheadTensor::output), 1e-2, "the fused pass computes what the trace does");
  }

 private:
  std::span<float> numbers(MultiheadTensor name) { return tensor(session_.tensors(), name); }

  Input& input_;
  std::size_t heads_, embed_dim_;
  MultiheadSession session_;
  bool is_small_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Multihead multihead(input);
  if (!multihead.set_weights()) return 0;
  for (int call = 0; call < 3 && !input.is_empty(); ++call) multihead.call();
  return 0;
}
