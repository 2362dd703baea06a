// Engine and models shared by all elements of a page.
import { createEngine, type Engine } from '../../engine/index.js';
import { defaultModel } from '../../entries/model.js';
import { stories } from '../../entries/stories.js';
import type { ModelName } from '../../view/model-names.js';
import type { ShownModel } from './shown-model.js';

const load: Record<ModelName, (engine: Engine) => Promise<ShownModel>> = {
  default: (engine) => engine.loadModel(defaultModel),
  untrained: (engine) => Promise.resolve(engine.createUntrainedModel({ seed: 7 })),
  /** Loaded only when selected. */
  stories: (engine) => engine.loadModel(stories),
};

let engine: Promise<Engine> | null = null;
let engineIsLoaded = false;
const loaded = new Map<ModelName, ShownModel>();
const models = new Map<ModelName, Promise<ShownModel>>();

/** Engine shared by all elements of a page. Loaded on the first call, and again after a failure. */
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

/** Model shared by all elements of a page. Loaded on the first call, and again after a failure. */
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

/** The named model if it has loaded; otherwise null. */
export const loadedModel = (name: ModelName): ShownModel | null => loaded.get(name) ?? null;

/** Makes the next call of sharedModel reload a model, if this load, which failed or does not end, is the latest. */
export function forgetModel(name: ModelName, loading: Promise<ShownModel>): void {
  if (models.get(name) !== loading) return;
  models.delete(name);
  if (!engineIsLoaded) engine = null;
}
