// Fuzzes training of models with any description: steps, halves of batches that are computed separately, evaluation,
// replaced weights, restored optimizers. The JavaScript side (web/engine/training/trainer-config.ts, training-batch.ts)
// guarantees:
// - embedDim is a multiple of numHeads, with rotary positions an even multiple; scale and epsilon are above 0 in
//   float32;
// - 0 ≤ dropout < 1, 0 ≤ beta < 1; learning rate, warmup, decay and clip norm are finite and at least 0;
// - ids are below the vocabulary size; targets are −1 or ids, and at least one of them is an id; there are at most
//   maxTokens tokens;
// - new weights are finite; moments and numbers of steps are any numbers that a safetensors file may contain.
#include "description.hpp"
#include "session.hpp"

#include "bindings/training_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::bindings::TrainingSession;
using spotlight::bindings::TrainingTensor;

struct Config {
  explicit Config(Input& input)
      : heads(input.size(1, 3)),
        head_dim(input.size(1, 5)),
        max_tokens(input.size(1, 20)),
        vocabulary(input.size(2, 40)),
        layers(input.size(1, 2)) {
    positions = input.pick({Positions::none, Positions::learned, Positions::sinusoids, Positions::rotary_halves});
    if (positions == Positions::rotary_halves) head_dim *= 2;
    feedforward_dim = input.size(0, 9);
    activation = input.pick({Activation::relu, Activation::gelu, Activation::silu});
    norm = input.flag() ? spotlight::Norm::Kind::layer : spotlight::Norm::Kind::rms;
    scale = input.pick({1.0, 1e-45, 3e38, 1.0 / std::sqrt(static_cast<double>(head_dim))});
    has_encoder = input.flag();
    has_decoder = !has_encoder || input.flag();
    is_causal = input.flag();
    is_tied = input.flag();
    dropout = input.flag() ? 0.0 : std::min(input.share(), 0.999);
    seed = input.seed();
  }

  TrainingSession session() const {
    spotlight::TransformerDescription description;
    description.embed_dim = heads * head_dim;
    if (has_encoder) write_stack(StackWriter(description.encoder));
    if (has_decoder) {
      const StackWriter write(description.decoder);
      write_stack(write);
      write("hasCrossAttention", has_encoder ? 1 : 0);
    }
    return {description, is_causal, is_tied, dropout, seed};
  }

  std::size_t heads, head_dim, max_tokens, vocabulary, layers;
  Positions positions;
  std::size_t feedforward_dim;
  Activation activation;
  spotlight::Norm::Kind norm;
  double scale;
  bool has_encoder, has_decoder, is_causal, is_tied;
  double dropout, seed;

 private:
  void write_stack(const StackWriter& write) const {
    write("layers", static_cast<double>(layers));
    write("vocabulary", static_cast<double>(vocabulary));
    write("positions", positions);
    write("maxPositions", static_cast<double>(max_tokens));
    write("rotaryDim", positions == Positions::rotary_halves ? static_cast<double>(head_dim) : 0.0);
    write("numHeads", static_cast<double>(heads));
    write("numKvHeads", static_cast<double>(heads));
    write("headDim", static_cast<double>(head_dim));
    write("scale", scale);
    write("feedforwardDim", static_cast<double>(feedforward_dim));
    write("activation", activation);
    write("isGated", activation == Activation::silu ? 1 : 0);
    write("norm", norm);
  }
};

struct Batch {
  std::size_t batch, tokens, source_tokens;
  std::vector<std::int32_t> inputs, targets, sources;
};

class Training {
 public:
  explicit Training(Input& input)
      : input_(input), config_(input), session_(config_.session()), other_(config_.session()) {
    set_optimizer(session_, rates_);
  }

  void call() {
    switch (input_.size(0, 6)) {
      case 0:
        return set_optimizer();
      case 1:
        return set_values();
      case 2:
        return set_state();
      case 3:
        return evaluate();
      case 4:
        return halves();
      default:
        return step();
    }
  }

 private:
  std::span<float> numbers(TrainingTensor name) { return tensor(session_.tensors(), name); }

  Batch draw_batch() {
    Batch drawn;
    drawn.batch = input_.size(1, 4);
    drawn.tokens = input_.size(1, config_.max_tokens);
    drawn.source_tokens = config_.has_encoder && config_.has_decoder ? input_.size(1, config_.max_tokens) : 0;
    const std::uint64_t seed = input_.size(0, 255);
    std::uint64_t at = 0;
    const auto draw = [&](std::size_t count) {
      std::vector<std::int32_t> ids(count);
      for (std::int32_t& id : ids) {
        id = static_cast<std::int32_t>(spotlight::random_bits(seed, at++) % config_.vocabulary);
      }
      return ids;
    };
    drawn.inputs = draw(drawn.batch * drawn.tokens);
    drawn.targets = draw(drawn.batch * drawn.tokens);
    drawn.sources = draw(drawn.batch * drawn.source_tokens);
    for (std::size_t places = input_.size(0, drawn.targets.size() - 1); places > 0; --places) {
      drawn.targets[places] = -1;  // the first target is always an id
    }
    return drawn;
  }

  static void write(TrainingSession& session, const Batch& from, TrainingTensor first) {
    const auto index = static_cast<std::uint8_t>(first);
    const auto copy_in = [&](std::uint8_t name, const std::vector<std::int32_t>& ids) {
      const auto to = tensor<std::int32_t>(session.tensors(), static_cast<TrainingTensor>(name));
      expect(to.size() == ids.size(), "a batch has the size that was asked for");
      std::ranges::copy(ids, to.begin());
    };
    copy_in(index, from.inputs);
    copy_in(static_cast<std::uint8_t>(index + 1), from.targets);
    copy_in(static_cast<std::uint8_t>(index + 2), from.sources);
  }

  static void write_batch(TrainingSession& session, const Batch& batch) {
    session.resize_batch(batch.batch, batch.tokens, batch.source_tokens);
    write(session, batch, TrainingTensor::inputs);
  }

  void step() {
    const Batch batch = draw_batch();
    const std::vector<float> before = copy(numbers(TrainingTensor::values));
    bool is_finite = true;
    const bool has_stepped = has_room(input_, session_, [&] {
      write_batch(session_, batch);
      is_finite = session_.step();
    });
    if (has_stepped && is_finite) return;
    expect_close_bits(before, numbers(TrainingTensor::values), "a step that fails leaves the weights");
  }

  /// Computes a training step in two halves of the batch, the second half in another session, as the engine does in a
  /// worker (web/engine/training/half-worker.ts). The result must be bit-identical to that of the whole batch.
  void halves() {
    const Batch batch = draw_batch();
    const std::vector<float> values = copy(numbers(TrainingTensor::values));
    const std::vector<float> first = copy(numbers(TrainingTensor::first_moments));
    const std::vector<float> second = copy(numbers(TrainingTensor::second_moments));
    const double steps = session_.steps();
    const double moment_steps = session_.moment_steps();
    set_optimizer(other_, rates_);
    for (const auto& [name, from] :
         {std::pair{TrainingTensor::values, &values}, std::pair{TrainingTensor::first_moments, &first},
          std::pair{TrainingTensor::second_moments, &second}}) {
      std::ranges::copy(*from, tensor(other_.tensors(), name).begin());
    }
    other_.use_values();
    other_.set_steps(steps, moment_steps);
    write_batch(other_, batch);
    write_batch(session_, batch);
    other_.compute_half(1);
    const std::vector<float> gradients = copy(tensor(other_.tensors(), TrainingTensor::gradients));
    const double loss = other_.loss();
    const double accuracy = other_.accuracy();
    const bool is_finite = other_.step();
    session_.compute_half(0);
    std::ranges::copy(gradients, numbers(TrainingTensor::exchange_buffer).begin());
    expect(session_.step_with_second_half(loss, accuracy) == is_finite,
           "a step in halves fails where a whole one does");
    expect_close_bits(numbers(TrainingTensor::values), tensor(other_.tensors(), TrainingTensor::values),
                      "a step in halves has the same bits");
  }

  static void expect_close_bits(std::span<const float> a, std::span<const float> b, const char* what) {
    expect(a.size() == b.size(), what);
    for (std::size_t i = 0; i < a.size(); ++i) {
      expect(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])), what);
    }
  }

  void evaluate() {
    const Batch batch = draw_batch();
    if (!has_room(input_, session_, [&] {
          session_.resize_validation_batch(batch.batch, batch.tokens, batch.source_tokens);
          write(session_, batch, TrainingTensor::validation_inputs);
          session_.evaluate();
        })) {
      return;
    }
    expect(numbers(TrainingTensor::logits).size() == batch.batch * batch.tokens * config_.vocabulary, "all logits");
    const std::size_t layer = config_.layers - 1;
    read_weights(session_.self_weights(layer), batch.tokens * batch.tokens);
    if (batch.source_tokens == 0) return;
    read_weights(session_.cross_weights(layer), batch.tokens * batch.source_tokens);
    read_weights(session_.encoder_weights(layer), batch.source_tokens * batch.source_tokens);
  }

  /// Reads the attention weights of the first batch entry, as `evaluate` in web/engine/training/model-trainer.ts does.
  void read_weights(std::uintptr_t address, std::size_t pairs) const {
    const auto* values = reinterpret_cast<const float*>(address);
    const std::vector<float> weights(values, values + config_.heads * pairs);
    expect(!weights.empty(), "weights");
  }

  struct Rates {
    double learning_rate = 3e-3, warmup_steps = 100, weight_decay = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8,
           clip_norm = 1;
  };
  static void set_optimizer(TrainingSession& session, const Rates& rates) {
    session.set_optimizer(rates.learning_rate, rates.warmup_steps, rates.weight_decay, rates.beta1, rates.beta2,
                          rates.epsilon, rates.clip_norm);
  }
  void set_optimizer() {
    const auto number = [&] { return input_.one_in(3) ? 0.0 : input_.positive(); };
    rates_ = {.learning_rate = number(),
              .warmup_steps = static_cast<double>(input_.size(0, 1000)),
              .weight_decay = number(),
              .beta1 = std::min(input_.share(), 0.9999999999999999),
              .beta2 = std::min(input_.share(), 0.9999999999999999),
              .epsilon = std::max(1e-45, input_.positive()),
              .clip_norm = number()};
    set_optimizer(session_, rates_);
  }

  void set_values() {
    Magnitude magnitude = input_.magnitude();
    magnitude.is_finite = true;
    input_.fill(numbers(TrainingTensor::exchange_buffer), magnitude);
    session_.accept_values();
  }

  void set_state() {
    Magnitude magnitude = input_.magnitude();
    magnitude.is_finite = true;
    input_.fill(numbers(TrainingTensor::values), magnitude);
    input_.fill(numbers(TrainingTensor::first_moments), magnitude);
    input_.fill(numbers(TrainingTensor::second_moments), magnitude);
    session_.set_steps(input_.seed(), input_.seed());
    session_.use_values();
  }

  Input& input_;
  Config config_;
  TrainingSession session_, other_;
  Rates rates_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Training training(input);
  for (int call = 0; call < 6 && !input.is_empty(); ++call) training.call();
  return 0;
}
