// A whole Transformer: all sessions that share its memory. The web side allocates inputs with the resize functions and
// fills them before each call.
#pragma once

#include "decoder_session.hpp"
#include "encoder_session.hpp"
#include "intervention_session.hpp"
#include "recomputation_session.hpp"
#include "step_session.hpp"
#include "transformer_memory.hpp"

namespace spotlight::bindings {

struct TransformerSession {
  explicit TransformerSession(const TransformerDescription& description) : memory(description) {}

  ParameterSet* parameters() { return &memory.parameters; }
  std::uintptr_t tensors() const { return memory.tensors.address(); }

  /// Frees everything except the weights and the interventions after a failed call, so that the next call can allocate
  /// it.
  void release() {
    decoder.release();
    recomputation.release();
    steps.release();
    memory.release();
  }

  TransformerMemory memory;
  StepSession steps{memory};
  InterventionSession interventions{memory, steps};
  EncoderSession encoder{memory};
  DecoderSession decoder{memory};
  RecomputationSession recomputation{memory, steps};
};

}  // namespace spotlight::bindings
