// A Transformer in training: its layers, and the forward and backward passes of a batch.
#pragma once

#include <optional>
#include <span>

#include "description.hpp"
#include "loss.hpp"
#include "stack.hpp"

namespace spotlight::training {

/// A batch of token ids: the model's inputs, the targets of the loss, and, for an encoder–decoder, the encoder's
/// inputs, `sources`.
struct Batch {
  std::vector<std::int32_t> inputs;   // [batch · tokens]
  std::vector<std::int32_t> targets;  // [batch · tokens]; −1: ignored
  std::vector<std::int32_t> sources;  // [batch · source_tokens]
  std::size_t batch = 0, tokens = 0, source_tokens = 0;
};

struct Sequences {
  std::span<const std::int32_t> inputs, targets, sources;
  std::size_t batch, tokens, source_tokens;
  std::size_t counted;  // number of targets in the whole batch, over which the loss is averaged
};

/// View of the sequences [first, first + count) of a batch.
Sequences sequences_of(const Batch& batch, std::size_t first, std::size_t count);
inline Sequences all_of(const Batch& batch) { return sequences_of(batch, 0, batch.batch); }

/// Results of a model's forward pass that its backward pass reads, and working memory of both passes.
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
  /// Initializes the weights with random numbers from the seed.
  Model(const TrainingDescription& description, std::uint64_t seed);

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }

  /// Packs the weights of all layers for matrix products. Must be called each time the parameters have changed.
  void pack();

  /// Forward pass: computes the loss, and saves the intermediate results and the gradient of the logits in
  /// `activations`.
  Loss forward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations) const;

  /// Backward pass: computes the gradients of all parameters, after forward() with the same sequences and dropout.
  void backward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations, Gradients& gradients);

  /// Activations of the stack whose output predicts tokens: the decoder, or the encoder in encoder-only models.
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
