// Fuzzes one Transformer layer: the forward pass, compared with decoding token by token. A decoding step whose input or
// output is not finite is rejected and does not become part of the sequence. The JavaScript side (web/engine)
// guarantees that headDim is embedDim / numHeads, and that only decoder layers get an encoder output (memory).
#include "description.hpp"
#include "options.hpp"
#include "parameters.hpp"

#include "bindings/layer_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::bindings::LayerSession;
using spotlight::bindings::LayerTensor;

struct Config {
  explicit Config(Input& input)
      : heads(input.size(1, 3)), embed_dim(heads * input.size(1, 7)), has_memory(input.flag()) {
    description.embed_dim = embed_dim;
    const StackWriter write(description.decoder);
    write("layers", 1);
    write("vocabulary", 1);
    write("numHeads", static_cast<double>(heads));
    write("numKvHeads", static_cast<double>(heads));
    write("headDim", static_cast<double>(embed_dim / heads));
    write("feedforwardDim", static_cast<double>(input.size(1, 20)));
    write("hasCrossAttention", has_memory ? 1 : 0);
    write("normFirst", input.flag() ? 1 : 0);
    write("norm", input.flag() ? spotlight::Norm::Kind::layer : spotlight::Norm::Kind::rms);
    const bool is_gated = input.one_in(3);
    write("isGated", is_gated ? 1 : 0);
    write("activation", is_gated ? Activation::silu : input.pick({Activation::relu, Activation::gelu}));
  }
  std::size_t heads, embed_dim;
  bool has_memory;
  spotlight::TransformerDescription description;
};

class Layer {
 public:
  explicit Layer(Input& input) : input_(input), config_(input), session_(config_.description) {
    const Magnitude magnitude = input.magnitude();
    draw_parameters(input, *session_.parameters(), magnitude);
    is_small_ = magnitude.largest <= 1.0F;
  }

  void call() { input_.flag() ? forward() : steps(); }

 private:
  std::span<float> numbers(LayerTensor name) { return tensor(session_.tensors(), name); }

  bool write_memory(std::size_t batch, std::size_t keys) {
    if (!config_.has_memory) return true;
    if (!has_room(input_, session_, [&] { session_.resize_memory(batch, keys); })) return false;
    input_.fill(numbers(LayerTensor::memory), input_.magnitude());
    return true;
  }

  void forward() {
    AttentionSizes sizes{.batch = input_.size(1, 2), .heads = config_.heads, .queries = input_.size(1, 70), .keys = 0};
    sizes.keys = sizes.queries;
    AttentionSizes cross = sizes;
    cross.keys = input_.size(1, 9);
    if (!has_room(input_, session_, [&] { session_.resize(sizes.batch, sizes.queries); })) return;
    input_.fill(numbers(LayerTensor::x), input_.magnitude());
    if (!write_memory(sizes.batch, cross.keys)) return;
    draw_fused_options(input_, *session_.options(), sizes);
    draw_fused_options(input_, *session_.cross_options(), cross);
    has_room(input_, session_, [&] { session_.forward(); });
  }

  /// Runs decoding steps, some of which are rejected or fail, and compares the others with one causal pass over them.
  void steps() {
    const std::size_t keys = input_.size(1, 9);
    if (!write_memory(1, keys)) return;
    const std::vector<float> memory = copy(numbers(LayerTensor::memory));
    Fault fault = no_fault;
    if (!has_room(input_, session_, [&] { fault = session_.begin(); }) || fault != no_fault) return;
    write_defaults(*session_.options());
    write_defaults(*session_.cross_options());
    std::vector<float> inputs, outputs;
    bool is_small = is_small_ && memory_is_small(memory);
    for (std::size_t step = input_.size(1, 8); step > 0; --step) {
      std::vector<float> x;
      const Magnitude magnitude = input_.magnitude();
      const auto compute = [&] {
        session_.resize(1, 1);
        input_.fill(numbers(LayerTensor::x), magnitude);
        x = copy(numbers(LayerTensor::x));
        fault = session_.step();
      };
      if (!has_room(input_, session_, compute) || fault != no_fault) continue;
      expect(all_finite(x), "a number that is not finite is found");
      is_small = is_small && magnitude.largest <= 1.0F && magnitude.largest >= 1e-3F && all_finite(x);
      inputs.insert(inputs.end(), x.begin(), x.end());
      const auto output = numbers(LayerTensor::output);
      outputs.insert(outputs.end(), output.begin(), output.end());
    }
    if (!is_small || inputs.empty()) return;
    session_.resize(1, inputs.size() / config_.embed_dim);
    std::ranges::copy(inputs, numbers(LayerTensor::x).begin());
    if (config_.has_memory) {
      session_.resize_memory(1, keys);
      std::ranges::copy(memory, numbers(LayerTensor::memory).begin());
    }
    OptionWriter(*session_.options()).number("isCausal", 1);
    expect(session_.forward() == no_fault, "what steps compute is within float32");
    expect_close(outputs, numbers(LayerTensor::output), 2e-2 * largest(outputs), "steps compute what a pass does");
  }

  static double largest(std::span<const float> values) {
    double magnitude = 1.0;
    for (const float value : values) magnitude = std::max(magnitude, std::abs(static_cast<double>(value)));
    return magnitude;
  }
  static bool memory_is_small(std::span<const float> memory) { return largest(memory) <= 1.0; }

  Input& input_;
  Config config_;
  LayerSession session_;
  bool is_small_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Layer layer(input);
  for (int call = 0; call < 4 && !input.is_empty(); ++call) layer.call();
  return 0;
}
