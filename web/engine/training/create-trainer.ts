// `engine.createTrainer`: loaded with the first trainer.
import { ModelTrainer } from './model-trainer.js';
import { checkTrainerConfig } from './trainer-config.js';
import { trainingModule, type TrainingEngine } from './training-module.js';
import type { Trainer, TrainerConfig } from './trainer.js';

export async function createTrainer(engine: TrainingEngine, value: TrainerConfig): Promise<Trainer> {
  const { config, wasm } = checkTrainerConfig(value);
  return new ModelTrainer(await trainingModule(engine, wasm), engine.live, config);
}
