// Fuzzes scaled dot-product attention with any options: every step of the trace (attention that stores all steps), the
// fused pass (which stores no weights), compared with the trace, heads in parts, and gradients. The JavaScript side
// guarantees that sizes are at least 1, that the number of heads is a multiple of that of key/value heads, and the
// conditions in options.hpp.
#include "options.hpp"

#include "bindings/attention_session.hpp"
#include "bindings/head_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::AttentionOptions;
using spotlight::FeatureMap;
using spotlight::bindings::AttentionSession;
using spotlight::bindings::AttentionTensor;
using spotlight::bindings::HeadSession;
using spotlight::bindings::HeadTensor;

struct Shape : AttentionSizes {
  std::size_t kv_heads, head_dim, value_dim;
};

Shape draw_shape(Input& input) {
  Shape shape{};
  shape.batch = input.size(1, 3);
  shape.kv_heads = input.size(1, 2);
  shape.heads = shape.kv_heads * input.size(1, 3);
  const bool is_long = input.flag();
  shape.queries = input.size(1, is_long ? 200 : 9);
  shape.keys = input.flag() ? shape.queries : input.size(1, is_long ? 200 : 9);
  shape.head_dim = input.size(1, 20);
  shape.value_dim = input.size(1, 20);
  return shape;
}

double largest(std::span<const float> values) {
  double magnitude = 0.0;
  for (const float value : values) magnitude = std::max(magnitude, std::abs(static_cast<double>(value)));
  return magnitude;
}

class Attention {
 public:
  explicit Attention(Input& input) : input_(input) {}

  void call() {
    shape_ = draw_shape(input_);
    const auto [batch, heads, queries, keys] = static_cast<const AttentionSizes&>(shape_);
    if (batch * heads * queries * keys > 60'000) return;
    if (!has_room(input_, session_, [&] {
          session_.resize(batch, heads, shape_.kv_heads, queries, keys, shape_.head_dim, shape_.value_dim);
        })) {
      return;
    }
    const Magnitude magnitude = input_.magnitude();
    for (const auto name : {AttentionTensor::query, AttentionTensor::key, AttentionTensor::value}) {
      input_.fill(numbers(name), magnitude);
    }
    if (input_.one_in(4)) return variant();
    draw_all_options(input_, *session_.options(), shape_);
    trace();
  }

 private:
  std::span<float> numbers(AttentionTensor name) { return tensor(session_.tensors(), name); }

  bool inputs_are_finite() {
    return all_finite(numbers(AttentionTensor::query)) && all_finite(numbers(AttentionTensor::key)) &&
           all_finite(numbers(AttentionTensor::value));
  }

  void trace() {
    Fault fault = no_fault;
    if (!has_room(input_, session_, [&] { fault = session_.trace(); })) return;
    expect(inputs_are_finite() || fault != no_fault, "a number that is not finite is found");
    const AttentionOptions options = session_.options()->options();
    if (fault == no_fault) check_weights(options);
    const std::vector<float> output = copy(numbers(AttentionTensor::output));
    if (fault == no_fault && not_differentiated(options) == nullptr && input_.flag() && !backward()) return;
    if (!can_be_fused(options)) return;
    Fault fused_fault = no_fault;
    if (!has_room(input_, session_, [&] { fused_fault = session_.compute(); })) return;
    const double tolerance = tolerance_of(options);
    if (std::isnan(tolerance)) return;
    expect((fault == no_fault) == (fused_fault == no_fault), "the fused pass fails where the trace does");
    if (fault != no_fault) return;
    const std::vector<float> fused = copy(numbers(AttentionTensor::output));
    expect_close(output, fused, tolerance, "the fused pass computes what the trace does");
    head_in_parts(fused);
  }

  /// Maximum difference that rounding can cause between the outputs of the trace (attention that stores all steps) and
  /// the fused pass (which stores no weights); NaN if no bound is known.
  double tolerance_of(const AttentionOptions& options) {
    if (!inputs_are_finite()) return 0.0;
    const double scale =
        std::abs(static_cast<double>(options.scale.value_or(spotlight::default_scale(shape_.head_dim))));
    const auto dim = static_cast<double>(shape_.head_dim);
    const double product = dim * largest(numbers(AttentionTensor::query)) * largest(numbers(AttentionTensor::key));
    double added = 0.0;
    if (options.mask.kind == Mask::Kind::add) {
      const auto& shape = options.mask.shape;
      for (std::size_t i = 0; i < shape[0] * shape[1] * shape[2] * shape[3]; ++i) {
        const auto addend = static_cast<double>(options.mask.addend[i]);
        if (std::isfinite(addend)) added = std::max(added, std::abs(addend));
      }
    }
    if (product > 1e37 || product * scale > 1e37 || added > 1e37) return NAN;  // only one of the two may overflow
    const double score_error = 6e-8 * (dim + 4.0) * (product * scale + added);
    const double kept = 1.0 - static_cast<double>(options.dropout_p);
    const double value = largest(numbers(AttentionTensor::value)) / std::max(kept, 1e-300);
    if (score_error > 0.1 || value * static_cast<double>(shape_.keys) > 1e37) return NAN;
    // The summand 1e-36 is for products of weights and values below the smallest normal number, which lose precision.
    return value * (8.0 * score_error + 2e-5) + 1e-36;
  }

  /// Expects masked keys to have weight 0, and the softmax weights of a query to add up to 1 unless all keys are
  /// masked.
  void check_weights(const AttentionOptions& options) {
    const std::span<const float> weights = numbers(AttentionTensor::weights);
    if (options.eps > 0.0F || options.weight_function != spotlight::WeightFunction::softmax) return;
    const auto [batch, heads, queries, keys] = static_cast<const AttentionSizes&>(shape_);
    std::size_t at = 0;
    for (std::size_t row = 0; row < batch * heads * queries; ++row) {
      double sum = 0.0;
      bool is_any_allowed = false;
      for (std::size_t key = 0; key < keys; ++key, ++at) {
        const auto weight = static_cast<double>(weights[at]);
        expect(weight >= 0.0, "weights are not negative");
        sum += weight;
        const bool allowed =
            is_allowed(options.mask, shape_, row / queries / heads, row / queries % heads, row % queries, key);
        expect(allowed || weight == 0.0, "a masked key has weight 0");
        is_any_allowed = is_any_allowed || allowed;
      }
      if (options.dropout_p > 0.0F) continue;
      expect(std::abs(sum - (is_any_allowed ? 1.0 : 0.0)) < 1e-4, "weights sum to 1, or all are 0");
    }
  }

  /// Computes gradients for a drawn gradient of the output. Returns false if memory ran out.
  bool backward() {
    if (!has_room(input_, session_, [&] { session_.resize_output_gradient(); })) return false;
    input_.fill(numbers(AttentionTensor::output_gradient), input_.magnitude());
    return has_room(input_, session_, [&] { session_.backward(); });
  }

  /// Computes the first head in several ranges of queries, as the engine does in workers and in time slices. The result
  /// must be bit-identical to the output for all queries at once.
  void head_in_parts(std::span<const float> fused) {
    const auto [batch, heads, queries, keys] = static_cast<const AttentionSizes&>(shape_);
    HeadSession session;
    session.resize_keys(keys, shape_.head_dim, shape_.value_dim);
    const auto copy_in = [&](HeadTensor name, std::span<const float> from, std::size_t first) {
      const std::span<float> to = tensor(session.tensors(), name);
      std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), to.size(), to.begin());
    };
    copy_in(HeadTensor::key, numbers(AttentionTensor::key), 0);
    expect(session.pack_keys(0, keys) == no_fault, "packed keys are those that were checked");
    copy_in(HeadTensor::value, numbers(AttentionTensor::value), 0);
    expect(session.pack_values() == no_fault, "packed values are those that were checked");
    copy_options(*session.options());
    constexpr std::size_t step = spotlight::query_block_size;  // as web/engine/parallel/partition.ts splits the queries
    for (std::size_t first = 0; first < queries; first += step) {
      const std::size_t count = std::min(step, queries - first);
      session.resize_queries(count);
      copy_in(HeadTensor::query, numbers(AttentionTensor::query), first * shape_.head_dim);
      expect(session.compute(0, 0, heads, first, queries) == no_fault, "a part fails where the whole does");
      expect_close(tensor(session.tensors(), HeadTensor::output),
                   fused.subspan(first * shape_.value_dim, count * shape_.value_dim), 0.0, "a part has the same bits");
    }
  }

  void copy_options(OptionBlock& to) {
    OptionBlock& from = *session_.options();
    std::copy_n(reinterpret_cast<const double*>(from.address()), slot_count, reinterpret_cast<double*>(to.address()));
    const AttentionOptions options = from.options();
    const auto& shape = options.mask.shape;
    const std::size_t size = shape[0] * shape[1] * shape[2] * shape[3];
    const auto write = [](std::uintptr_t address, const auto* values, std::size_t count) {
      std::copy_n(values, count,
                  reinterpret_cast<std::remove_const_t<std::remove_pointer_t<decltype(values)>>*>(address));
    };
    if (options.mask.kind == Mask::Kind::add) {
      write(to.resize_mask_addend(size), options.mask.addend, size);
    } else if (options.mask.kind != Mask::Kind::none) {
      write(to.resize_mask_flags(size), options.mask.flags, size);
    }
    if (options.mask.key_lengths != nullptr) {
      write(to.resize_key_lengths(shape_.batch), options.mask.key_lengths, shape_.batch);
    }
    if (options.mask.pattern != nullptr) {
      const auto& global = options.mask.pattern->global;
      write(to.resize_global_tokens(global.size()), global.data(), global.size());
    }
  }

  /// Computes a variant of attention (linear, Performer or Linformer) with drawn options.
  /// web/engine/attention/variants.ts guarantees that the scale is above 0, and that the rank of Linformer is at most
  /// the number of keys.
  void variant() {
    write_defaults(*session_.options());
    OptionWriter writer(*session_.options());
    if (input_.flag()) writer.number("scale", std::max(1e-30F, std::abs(input_.number())));
    Fault fault = no_fault;
    const auto compute = [&](auto call) { return has_room(input_, session_, [&] { fault = call(); }); };
    if (input_.flag()) {
      if (!has_room(input_, session_, [&] { session_.resize_projections(input_.size(1, shape_.keys), shape_.keys); })) {
        return;
      }
      if (input_.flag()) {
        session_.pool();
      } else {
        const Magnitude magnitude = input_.magnitude();
        input_.fill(numbers(AttentionTensor::key_projection), magnitude);
        input_.fill(numbers(AttentionTensor::value_projection), magnitude);
      }
      compute([&] { return session_.compute_linformer(); });
      return;
    }
    writer.number("isCausal", input_.flag() ? 1 : 0);
    draw_key_lengths(input_, writer, shape_);
    const bool is_elu = input_.flag();
    const std::size_t features = is_elu ? shape_.head_dim : input_.size(1, 40);
    const double seed = input_.seed();
    compute([&] {
      return session_.compute_linear(is_elu ? FeatureMap::Kind::elu : FeatureMap::Kind::favor, features, seed);
    });
  }

  Input& input_;
  AttentionSession session_;
  Shape shape_{};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Attention attention(input);
  for (int call = 0; call < 4 && !input.is_empty(); ++call) attention.call();
  return 0;
}
