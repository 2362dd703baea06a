import { inTurn, MODEL, OPTIMIZER } from './task.mjs';

/**
 * Opens the trainer of this project, in the build that `entry` exports. All libraries use its initial weights, which
 * are the same in each build for a given seed.
 */
export async function open({ build, batches, entry = 'attention-spotlight' }) {
  const { createEngine } = await import(entry);
  const engine = await createEngine({ build, workers: 0 });
  const trainer = await engine.createTrainer({ model: MODEL, data: inTurn(batches), optimizer: OPTIMIZER });
  return { weights: trainer.parameters, step: async () => trainer.step().loss };
}
