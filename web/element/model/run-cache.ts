// Runs of a model: elements that show the same text with the same interventions share one.
import type { ShownModel } from './shown-model.js';
import type { Intervention } from '../../engine/model/intervention.js';
import type { Run } from '../../engine/model/run.js';

const CACHE_SIZE = 8; // the most recently used runs of a model

const caches = new WeakMap<ShownModel, Map<string, Run>>();

/** @param target what the decoder is given, in place of what it would write */
export function getRun(model: ShownModel, text: string, intervene: Intervention, target?: string): Run {
  const cache = caches.get(model) ?? new Map<string, Run>();
  caches.set(model, cache);
  const key = JSON.stringify([text, intervene, target]);
  const run = cache.get(key) ?? model.run(text, { intervene, ...(target !== undefined && { target }) });
  // Maps keep the order of insertion: the least recently used run is the first one.
  cache.delete(key);
  cache.set(key, run);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
  return run;
}
