// A whole Transformer: its sessions, such as encoder, decoder and interventions, which share one memory. Before each
// call, the web side allocates inputs with the resize functions and writes them.
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

  /// Frees all memory except weights and interventions after a failed call, so that the next call can allocate it
  /// again.
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
