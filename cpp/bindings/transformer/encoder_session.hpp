#pragma once

#include "transformer_memory.hpp"

namespace spotlight::bindings {

class EncoderSession {
 public:
  explicit EncoderSession(TransformerMemory& memory) : memory_(memory) {}

  /// Runs the encoder on the source tokens that the web side has written.
  void encode() {
    spotlight::encode(memory_.model, memory_.tokens, memory_.interventions, memory_.encoded);
    set_output();
  }
  /// Runs the encoder from layer `layer` on, beginning with the residual stream before it, which the web side has
  /// written.
  void encode_from(std::size_t layer) {
    spotlight::encode_from(memory_.model, layer, memory_.residual, memory_.interventions, memory_.encoded);
    set_output();
  }

  /// Address of the encoder's residual stream before layer `layer`, or after the last layer, [tokens, embed_dim]; null
  /// if it has not been stored.
  std::uintptr_t residual(std::size_t layer) const {
    const std::vector<Tensor3>& residuals = memory_.encoded.residuals;
    return layer < residuals.size() ? reinterpret_cast<std::uintptr_t>(residuals[layer].data()) : 0;
  }

 private:
  void set_output() { memory_.tensors.set(TransformerTensor::encoder_output, memory_.encoded.output); }

  TransformerMemory& memory_;
};

}  // namespace spotlight::bindings
