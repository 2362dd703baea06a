// Cache of a model's runs: elements with the same text and interventions share a run. A run with other interventions is
// derived from a run of the same text, and the run of an edited text reuses the run from before the edit.
import { andThen, type Answer } from './answer.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import { isDecoderOnly, type ShownModel, type ShownRun } from './shown-model.js';

const CACHE_SIZE = 8; // number of most recently used runs per model

interface Cached {
  /** Source text and target text of the cached run, as one string. */
  input: string;
  intervene: string;
  run: Answer<ShownRun>;
}

const caches = new WeakMap<ShownModel, Map<string, Cached>>();

/**
 * Returns a run of a text, from the cache if possible.
 * @param target input of the decoder, instead of a generated text
 */
export function getRun(model: ShownModel, text: string, intervene: Intervention, target?: string): Answer<ShownRun> {
  const cache = caches.get(model) ?? new Map<string, Cached>();
  caches.set(model, cache);
  const input = JSON.stringify([text, target]);
  const interventions = JSON.stringify(intervene);
  const key = JSON.stringify([input, interventions]);
  const fromOther = () => {
    const other = [...cache.values()].find((each) => each.input === input);
    return other && andThen(other.run, (run) => run.intervene(intervene));
  };
  const afterEdit = () => {
    const before = isDecoderOnly(model)
      ? [...cache.values()].findLast((each) => each.intervene === interventions)?.run
      : undefined;
    const arrived = before instanceof Promise ? before.catch(() => undefined) : before;
    return andThen(arrived, (after) =>
      model.run(text, { intervene, ...(target !== undefined && { target }), ...(after && { after }) }),
    );
  };
  const run = cache.get(key)?.run ?? fromOther() ?? afterEdit();
  // A map iterates in insertion order. Inserting the run again on each use keeps the least recently used run first.
  cache.delete(key);
  cache.set(key, { input, intervene: interventions, run });
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
  return run;
}
