// `engine.createTrainer`: loaded with the first trainer.
import { ModelTrainer } from './model-trainer.js';
import { checkTrainerConfig } from './trainer-config.js';
import { trainingModule, type ModuleSource } from './training-module.js';
import type { Trainer, TrainerConfig } from './trainer.js';

export async function createTrainer(source: ModuleSource, config: TrainerConfig): Promise<Trainer> {
  const checked = checkTrainerConfig(config);
  return new ModelTrainer(await trainingModule(source, config.wasm), checked);
}
