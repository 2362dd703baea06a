// Implements `engine.createTrainer`. This module is loaded when the first trainer is created.
import { ModelTrainer } from './model-trainer.js';
import { SecondWorker } from './second-worker.js';
import { checkTrainerConfig } from './trainer-config.js';
import { compileTraining, instantiateTraining, type TrainingEngine } from './training-module.js';
import type { Trainer, TrainerConfig } from './trainer.js';

export async function createTrainer(engine: TrainingEngine, value: TrainerConfig): Promise<Trainer> {
  const { config, wasm } = checkTrainerConfig(value);
  const { model, seed } = config;
  const training = await compileTraining(engine, wasm);
  const startSecond =
    engine.workers > 0 ? () => new SecondWorker(engine.startWorker, { kind: 'training', training, model, seed }) : null;
  return new ModelTrainer(await instantiateTraining(training, engine.wasmLoader), engine.live, config, startSecond);
}
