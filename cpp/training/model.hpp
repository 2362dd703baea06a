// A Transformer in training: its layers, and a batch through them and back.
#pragma once

#include <optional>
#include <span>

#include "description.hpp"
#include "loss.hpp"
#include "stack.hpp"

namespace spotlight::training {

/// Token ids; those of `sources` are read by an encoder–decoder's encoder.
struct Batch {
  std::vector<std::int32_t> inputs;   // [batch · tokens]
  std::vector<std::int32_t> targets;  // [batch · tokens]; −1: not counted
  std::vector<std::int32_t> sources;  // [batch · source_tokens]
  std::size_t batch = 0, tokens = 0, source_tokens = 0;
};

/// Some of a batch's sequences.
struct Sequences {
  std::span<const std::int32_t> inputs, targets, sources;
  std::size_t batch, tokens, source_tokens;
  std::size_t counted;  // targets of the whole batch, over which the loss is the mean
};

/// `count` sequences of the batch from `first` on.
Sequences sequences_of(const Batch& batch, std::size_t first, std::size_t count);
inline Sequences all_of(const Batch& batch) { return sequences_of(batch, 0, batch.batch); }

/// Results of a forward pass, which the backward pass reads, and the memory of both.
struct SavedActivations {
  StackActivations encoder, decoder;  // an encoder-only model's stack is `encoder`, any other's last is `decoder`
  Matrix logits;                      // [batch · tokens, vocabulary]
  Matrix logits_gradient;             // gradient of the loss
};

struct Gradients {
  StackGradients encoder, decoder;
};

class Model {
 public:
  /// A model with seeded initial weights.
  Model(const TrainingDescription& description, std::uint64_t seed);

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }

  /// Packs the weights: to be called after each change of the parameters.
  void pack();

  /// Returns the loss, and leaves the gradient of the logits.
  Loss forward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations) const;

  /// After forward() of the same sequences and dropout: the gradients of all parameters.
  void backward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations, Gradients& gradients);

  /// The stack that predicts.
  StackActivations& predicting(SavedActivations& activations) const {
    return decoder_ ? activations.decoder : activations.encoder;
  }

 private:
  StackInput encoder_input(const Sequences& batch) const;
  StackInput decoder_input(const Sequences& batch, const SavedActivations& activations) const;
  void initialize(std::uint64_t seed);

  Parameters parameters_;
  std::optional<StackLayers> encoder_, decoder_;
  LinearLayer output_;  // the logits, [vocabulary, embed_dim]
};

}  // namespace spotlight::training
