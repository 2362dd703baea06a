// One engine and one model for all elements of a page.
import { createEngine, type UntrainedModel } from '../engine/index.js';

let model: Promise<UntrainedModel> | null = null;

/** The model that elements show; loaded when the first one asks for it, and again after a failure. */
export function sharedModel(): Promise<UntrainedModel> {
  model ??= createEngine()
    .then((engine) => engine.createUntrainedModel({ seed: 7 }))
    .catch((error: unknown) => {
      model = null;
      throw error;
    });
  return model;
}
