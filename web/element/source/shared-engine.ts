// The engine and the models that all elements of a page share.
import { createEngine, type Engine } from '../../engine/index.js';
import { defaultModel } from '../../entries/model.js';
import { stories } from '../../entries/stories.js';
import type { ModelName } from '../../view/model-names.js';
import type { ShownModel } from './shown-model.js';

const load: Record<ModelName, (engine: Engine) => Promise<ShownModel>> = {
  default: (engine) => engine.loadModel(defaultModel),
  untrained: (engine) => Promise.resolve(engine.createUntrainedModel({ seed: 7 })),
  /** The story model. Unlike the trained translation model, it is loaded only when it is selected. */
  stories: (engine) => engine.loadModel(stories),
};

let engine: Promise<Engine> | null = null;
let engineIsLoaded = false;
const loaded = new Map<ModelName, ShownModel>();
const models = new Map<ModelName, Promise<ShownModel>>();

/**
 * The engine that all elements of a page share. It is loaded by the first call, and again by the next call after a
 * failure.
 */
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

/**
 * A named model that all elements of a page share. It is loaded by the first call, and again by the next call after a
 * failure.
 */
export function sharedModel(name: ModelName): Promise<ShownModel> {
  const known = models.get(name);
  if (known) return known;
  const loading = sharedEngine().then(load[name]);
  models.set(name, loading);
  loading.then(
    (model) => loaded.set(name, model),
    () => forgetModel(name, loading),
  );
  return loading;
}

/** The named model if it has loaded; null while it is loading or if it has not been requested. */
export const loadedModel = (name: ModelName): ShownModel | null => loaded.get(name) ?? null;

/**
 * Forgets a load of a model that has failed or does not end, so that the next call of sharedModel loads the model
 * again. Has no effect if a later load has begun.
 */
export function forgetModel(name: ModelName, loading: Promise<ShownModel>): void {
  if (models.get(name) !== loading) return;
  models.delete(name);
  if (!engineIsLoaded) engine = null;
}
