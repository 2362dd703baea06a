// The module 'attention-spotlight/teaching': tools for courses and exercises, based on the engine.
export {
  checkExercise,
  TRACE_STEPS,
  type CellMismatch,
  type ExerciseOptions,
  type ExerciseSteps,
  type TraceStep,
} from './exercise-checker.js';
