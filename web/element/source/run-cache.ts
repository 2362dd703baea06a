// Runs of a model: elements that show the same text with the same interventions share one, a run with others goes on from one
// of the same text, and the run of a text that was changed from the one before the change.
import { andThen, type Answer } from './answer.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import { isDecoderOnly, type ShownModel, type ShownRun } from './shown-model.js';

const CACHE_SIZE = 8; // the most recently used runs of a model

interface Cached {
  /** The text and the target that the run was made of. */
  input: string;
  /** The interventions. */
  intervene: string;
  run: Answer<ShownRun>;
}

const caches = new WeakMap<ShownModel, Map<string, Cached>>();

/** @param target what the decoder is given, in place of what it would write */
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
  const before = [...cache.values()].findLast((each) => each.intervene === interventions)?.run;
  const isAfter = isDecoderOnly(model) && before && !(before instanceof Promise);
  const run =
    cache.get(key)?.run ??
    fromOther() ??
    model.run(text, { intervene, ...(target !== undefined && { target }), ...(isAfter && { after: before }) });
  // Maps keep the order of insertion: the least recently used run is the first one.
  cache.delete(key);
  cache.set(key, { input, intervene: interventions, run });
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
  return run;
}
