// One engine and one model of each name for all elements of a page.
import { createEngine, type Engine, type TransformerModel, type UntrainedModel } from '../../engine/index.js';
import type { ModelName } from '../state/properties.js';

export type Model = TransformerModel | UntrainedModel;

const load: Record<ModelName, (engine: Engine) => Promise<Model>> = {
  default: (engine) => engine.loadModel(),
  untrained: (engine) => Promise.resolve(engine.createUntrainedModel({ seed: 7 })),
};

let engine: Promise<Engine> | null = null;
const models = new Map<ModelName, Promise<Model>>();

/** The engine of all elements of a page. */
export const sharedEngine = (): Promise<Engine> => (engine ??= createEngine());

/** A model of all elements of a page. It is loaded at the first call, and again after a failure. */
export function sharedModel(name: ModelName): Promise<Model> {
  const known = models.get(name);
  if (known) return known;
  const loading = sharedEngine()
    .then(load[name])
    .catch((error: unknown) => {
      engine = null;
      models.delete(name);
      throw error;
    });
  models.set(name, loading);
  return loading;
}
