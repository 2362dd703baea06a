// One engine and one model of each name for all elements of a page.
import { createEngine, type Engine, type TransformerModel, type UntrainedModel } from '../../engine/index.js';
import { defaultModel } from '../../model/index.js';
import type { ModelName } from '../state/properties.js';

export type Model = TransformerModel | UntrainedModel;

const load: Record<ModelName, (engine: Engine) => Promise<Model>> = {
  default: (engine) => engine.loadModel(defaultModel),
  untrained: (engine) => Promise.resolve(engine.createUntrainedModel({ seed: 7 })),
};

let engine: Promise<Engine> | null = null;
let engineIsLoaded = false;
const models = new Map<ModelName, Promise<Model>>();

/** The engine of all elements of a page. It is loaded at the first call, and again after a failure. */
export function sharedEngine(): Promise<Engine> {
  if (engine) return engine;
  const loading = createEngine();
  engine = loading;
  loading.then(
    () => (engineIsLoaded ||= engine === loading),
    () => engine === loading && (engine = null),
  );
  return loading;
}

/** A model of all elements of a page. It is loaded at the first call, and again after a failure. */
export function sharedModel(name: ModelName): Promise<Model> {
  const known = models.get(name);
  if (known) return known;
  const loading = sharedEngine().then(load[name]);
  models.set(name, loading);
  loading.catch(() => forgetModel(name, loading));
  return loading;
}

/** Lets the next call of sharedModel load a model anew, if this load of it, which failed or does not end, is the latest. */
export function forgetModel(name: ModelName, loading: Promise<Model>): void {
  if (models.get(name) !== loading) return;
  models.delete(name);
  if (!engineIsLoaded) engine = null;
}
