// Runs of a model: elements that show the same text with the same changes share one.
import type { Model } from './shared-engine.js';
import type { Intervention, Run } from '../engine/run.js';

const KEPT = 8; // the last ones asked for

const runs = new WeakMap<Model, Map<string, Run>>();

export function runOf(model: Model, text: string, intervene: Intervention): Run {
  const known = runs.get(model) ?? new Map<string, Run>();
  runs.set(model, known);
  const key = JSON.stringify([text, intervene]);
  const run = known.get(key) ?? model.run(text, { intervene });
  known.delete(key);
  known.set(key, run);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return run;
}
