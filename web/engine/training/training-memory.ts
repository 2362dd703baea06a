// WebAssembly memory of a trainer, which holds the model in training and its current batch.
import { completed } from '../transformer/description.js';
import { descriptionOf } from '../pretrained/families/spotlight.js';
import { TensorTable } from '../runtime/tensor-table.js';
import type { CheckedBatch } from './training-batch.js';
import type { TrainerModel } from './trainer.js';
import type { TrainingModule } from './training-module.js';
import type { TrainingSession } from '../wasm/spotlight-training.js';

export interface TrainingMemory {
  readonly session: TrainingSession;
  readonly tensors: TensorTable<keyof TrainingModule['TrainingTensor']>;
}

export function allocateTraining(module: TrainingModule, model: Required<TrainerModel>, seed: number): TrainingMemory {
  const { causal, tiedHead, dropout } = model;
  const session = new module.TrainingSession(completed(module, descriptionOf(model)), causal, tiedHead, dropout, seed);
  return { session, tensors: new TensorTable(module, session.tensors(), module.TrainingTensor) };
}

/** Writes the batch of the next training step to WebAssembly memory. */
export function writeBatch({ session, tensors }: TrainingMemory, batch: CheckedBatch): void {
  session.resizeBatch(batch.batch, batch.tokens, batch.sourceTokens);
  for (const name of ['inputs', 'targets', 'sources'] as const) tensors.intView(name).set(batch[name]);
}

/** Writes a batch on which the model is evaluated, but not trained, to WebAssembly memory. */
export function writeProbe({ session, tensors }: TrainingMemory, batch: CheckedBatch): void {
  session.resizeValidationBatch(batch.batch, batch.tokens, batch.sourceTokens);
  tensors.intView('validationInputs').set(batch.inputs);
  tensors.intView('validationTargets').set(batch.targets);
  tensors.intView('validationSources').set(batch.sources);
}
