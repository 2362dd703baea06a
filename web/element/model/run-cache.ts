// Runs of a model: elements that show the same text with the same interventions share one, and a run with others goes on
// from one of the same text.
import type { ShownModel } from './shown-model.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { Run } from '../../engine/transformer/run.js';

const CACHE_SIZE = 8; // the most recently used runs of a model

interface Cached {
  /** The text and the target that the run was made of. */
  input: string;
  run: Run;
}

const caches = new WeakMap<ShownModel, Map<string, Cached>>();

/** @param target what the decoder is given, in place of what it would write */
export function getRun(model: ShownModel, text: string, intervene: Intervention, target?: string): Run {
  const cache = caches.get(model) ?? new Map<string, Cached>();
  caches.set(model, cache);
  const input = JSON.stringify([text, target]);
  const key = JSON.stringify([input, intervene]);
  const other = () => [...cache.values()].find((each) => each.input === input)?.run;
  const run =
    cache.get(key)?.run ??
    other()?.intervene(intervene) ??
    model.run(text, { intervene, ...(target !== undefined && { target }) });
  // Maps keep the order of insertion: the least recently used run is the first one.
  cache.delete(key);
  cache.set(key, { input, run });
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
  return run;
}
