import { createEngine } from 'attention-spotlight';
import { inTurn, MODEL, OPTIMIZER } from './task.mjs';

/** Its own initial weights are those of all: the same seed gives the same in each build. */
export async function open({ build, batches }) {
  const engine = await createEngine({ build, workers: 0 });
  const trainer = await engine.createTrainer({ model: MODEL, data: inTurn(batches), optimizer: OPTIMIZER });
  return { weights: trainer.parameters, step: async () => trainer.step().loss };
}
