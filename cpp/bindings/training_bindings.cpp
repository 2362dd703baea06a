// Embind declarations of the training module: everything that the web side calls for training (web/engine/training).
// The module is separate and is loaded when the first trainer is created.
#include <emscripten/bind.h>

#include "enumeration.hpp"
#include "training_session.hpp"

EMSCRIPTEN_BINDINGS(spotlight_training) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;

  declare_enumeration<TrainingTensor>("TrainingTensor");
  class_<TrainingSession>("TrainingSession")
      .constructor<const TransformerDescription&, bool, bool, double, double>()
      .function("parameters", &TrainingSession::parameters, allow_raw_pointers(), return_value_policy::reference())
      .function("setOptimizer", &TrainingSession::set_optimizer)
      .function("tensors", &TrainingSession::tensors)
      .function("release", &TrainingSession::release)
      .function("acceptValues", &TrainingSession::accept_values)
      .function("useValues", &TrainingSession::use_values)
      .function("steps", &TrainingSession::steps)
      .function("momentSteps", &TrainingSession::moment_steps)
      .function("setSteps", &TrainingSession::set_steps)
      .function("resizeBatch", &TrainingSession::resize_batch)
      .function("step", &TrainingSession::step)
      .function("computeHalf", &TrainingSession::compute_half)
      .function("stepWithSecondHalf", &TrainingSession::step_with_second_half)
      .function("resizeValidationBatch", &TrainingSession::resize_validation_batch)
      .function("evaluate", &TrainingSession::evaluate)
      .function("selfWeights", &TrainingSession::self_weights)
      .function("crossWeights", &TrainingSession::cross_weights)
      .function("encoderWeights", &TrainingSession::encoder_weights)
      .function("loss", &TrainingSession::loss)
      .function("accuracy", &TrainingSession::accuracy)
      .function("gradientNorm", &TrainingSession::gradient_norm)
      .function("weightNorm", &TrainingSession::weight_norm);
}
