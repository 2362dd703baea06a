// `engine.createTrainer`: loaded with the first trainer.
import { ModelTrainer } from './model-trainer.js';
import { checkTrainerConfig } from './trainer-config.js';
import { trainingModule, type TrainingEngine } from './training-module.js';
import type { Trainer, TrainerConfig } from './trainer.js';

export async function createTrainer(engine: TrainingEngine, config: TrainerConfig): Promise<Trainer> {
  const checked = checkTrainerConfig(config);
  return new ModelTrainer(await trainingModule(engine, config.wasm), engine.live, checked);
}
