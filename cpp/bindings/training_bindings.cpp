// The module of training: everything that the web side can call of it (web/engine/training). It is a module of its own,
// which is loaded when the first trainer is created.
#include <emscripten/bind.h>

#include "memory.hpp"
#include "training_session.hpp"

EMSCRIPTEN_BINDINGS(spotlight_training) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;

  function("stackPointer", &stack_pointer);
  function("restoreStack", &restore_stack);
  function("heapSize", &heap_size);

  enum_<Positions>("Positions")
      .value("none", Positions::none)
      .value("learned", Positions::learned)
      .value("sinusoids", Positions::sinusoids)
      .value("rotaryHalves", Positions::rotary_halves);
  enum_<FeedForward::Activation>("FeedForwardActivation")
      .value("relu", FeedForward::Activation::relu)
      .value("gelu", FeedForward::Activation::gelu)
      .value("silu", FeedForward::Activation::silu);
  enum_<Norm::Kind>("NormKind").value("layer", Norm::Kind::layer).value("rms", Norm::Kind::rms);
  class_<DescriptionBlock>("DescriptionBlock").constructor<std::size_t, bool>().function("set", &DescriptionBlock::set);

  enum_<TrainingTensor>("TrainingTensor")
      .value("inputs", TrainingTensor::inputs)
      .value("targets", TrainingTensor::targets)
      .value("sources", TrainingTensor::sources)
      .value("probeInputs", TrainingTensor::probe_inputs)
      .value("probeTargets", TrainingTensor::probe_targets)
      .value("probeSources", TrainingTensor::probe_sources)
      .value("logits", TrainingTensor::logits)
      .value("values", TrainingTensor::values)
      .value("gradients", TrainingTensor::gradients)
      .value("firstMoments", TrainingTensor::first_moments)
      .value("secondMoments", TrainingTensor::second_moments)
      .value("secondGradients", TrainingTensor::second_gradients);
  class_<TrainingSession>("TrainingSession")
      .constructor<const DescriptionBlock&, bool, bool, double, double>()
      .function("setOptimizer", &TrainingSession::set_optimizer)
      .function("tensors", &TrainingSession::tensors)
      .function("release", &TrainingSession::release)
      .function("parameterCount", &TrainingSession::parameter_count)
      .function("parameterName", &TrainingSession::parameter_name)
      .function("parameterRank", &TrainingSession::parameter_rank)
      .function("parameterRows", &TrainingSession::parameter_rows)
      .function("parameterColumns", &TrainingSession::parameter_columns)
      .function("acceptValues", &TrainingSession::accept_values)
      .function("useValues", &TrainingSession::use_values)
      .function("steps", &TrainingSession::steps)
      .function("momentSteps", &TrainingSession::moment_steps)
      .function("setSteps", &TrainingSession::set_steps)
      .function("resizeBatch", &TrainingSession::resize_batch)
      .function("step", &TrainingSession::step)
      .function("computeHalf", &TrainingSession::compute_half)
      .function("stepWithSecondHalf", &TrainingSession::step_with_second_half)
      .function("resizeProbe", &TrainingSession::resize_probe)
      .function("evaluate", &TrainingSession::evaluate)
      .function("selfWeights", &TrainingSession::self_weights)
      .function("crossWeights", &TrainingSession::cross_weights)
      .function("encoderWeights", &TrainingSession::encoder_weights)
      .function("loss", &TrainingSession::loss)
      .function("accuracy", &TrainingSession::accuracy)
      .function("gradientNorm", &TrainingSession::gradient_norm)
      .function("weightNorm", &TrainingSession::weight_norm);
}
