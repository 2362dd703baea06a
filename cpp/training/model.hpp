// A Transformer in training: its layers, and the forward and backward passes of a batch.
#pragma once

#include <optional>
#include <span>

#include "description.hpp"
#include "loss.hpp"
#include "stack.hpp"

namespace spotlight::training {

/// Token ids; `sources` is the encoder's input in an encoder–decoder.
struct Batch {
  std::vector<std::int32_t> inputs;   // [batch · tokens]
  std::vector<std::int32_t> targets;  // [batch · tokens]; −1: ignored
  std::vector<std::int32_t> sources;  // [batch · source_tokens]
  std::size_t batch = 0, tokens = 0, source_tokens = 0;
};

/// Consecutive sequences of a batch.
struct Sequences {
  std::span<const std::int32_t> inputs, targets, sources;
  std::size_t batch, tokens, source_tokens;
  std::size_t counted;  // number of targets in the whole batch, over which the loss is averaged
};

/// Returns `count` sequences of the batch from `first` on.
Sequences sequences_of(const Batch& batch, std::size_t first, std::size_t count);
inline Sequences all_of(const Batch& batch) { return sequences_of(batch, 0, batch.batch); }

/// Results of a forward pass that the backward pass reads, and working memory of both.
struct SavedActivations {
  StackActivations encoder, decoder;  // `decoder` is unused in encoder-only models, `encoder` in decoder-only models.
  Matrix logits;                      // [batch · tokens, vocabulary]
  Matrix logits_gradient;             // gradient of the loss
};

struct Gradients {
  StackGradients encoder, decoder;
};

class Model {
 public:
  /// Initializes the weights from the seed.
  Model(const TrainingDescription& description, std::uint64_t seed);

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }

  /// Packs the weights; must be called after each change of the parameters.
  void pack();

  /// Returns the loss, and saves the gradient of the logits in `activations`.
  Loss forward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations) const;

  /// Computes the gradients of all parameters, after forward() with the same sequences and dropout.
  void backward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations, Gradients& gradients);

  /// Activations of the predicting stack.
  StackActivations& predicting(SavedActivations& activations) const {
    return decoder_ ? activations.decoder : activations.encoder;
  }

 private:
  StackInput encoder_input(const Sequences& batch) const;
  StackInput decoder_input(const Sequences& batch, const SavedActivations& activations) const;
  void initialize(std::uint64_t seed);

  Parameters parameters_;
  std::optional<StackLayers> encoder_, decoder_;
  LinearLayer output_;  // projection to the logits, [vocabulary, embed_dim]
};

}  // namespace spotlight::training
