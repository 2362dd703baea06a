// `import … from 'attention-spotlight/teaching'`: aids for courses and exercises, built on the engine.
export {
  checkExercise,
  TRACE_STEPS,
  type CellMismatch,
  type ExerciseOptions,
  type ExerciseSteps,
  type TraceStep,
} from './exercise-checker.js';
