// Runs of a model: elements that show the same text with the same interventions share one.
import type { ShownModel } from './shown-model.js';
import type { Intervention } from '../../engine/model/intervention.js';
import type { Run } from '../../engine/model/run.js';

const CACHE_SIZE = 8; // the most recently used runs of a model

const caches = new WeakMap<ShownModel, Map<string, Run>>();

export function getRun(model: ShownModel, text: string, intervene: Intervention): Run {
  const cache = caches.get(model) ?? new Map<string, Run>();
  caches.set(model, cache);
  const key = JSON.stringify([text, intervene]);
  const known = cache.get(key) ?? [...cache.values()].find((run) => run.text === text)?.intervene(intervene);
  const run = known ?? model.run(text, { intervene });
  // Maps keep the order of insertion: the least recently used run is the first one.
  cache.delete(key);
  cache.set(key, run);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
  return run;
}
