// Types and checks of the runs, and their models, that an analysis can recompute with interventions.
import { describe, expectObject } from '../engine/core/checks.js';
import { expectRun, type LayeredModel } from './question.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';

/** A model returned by `engine.loadPretrained` or built by a trainer. Its runs can be recomputed with interventions. */
export type AnalyzedModel = LayeredModel;

/**
 * Checks that a value is a model that an analysis can use.
 * @throws TypeError if the value is not a model whose runs can be recomputed with interventions
 */
export function expectModel(name: string, value: unknown): AnalyzedModel {
  const model = expectObject(name, value) as unknown as PretrainedModel;
  if (typeof model.run !== 'function' || typeof model.generate !== 'function') {
    throw new TypeError(`${name}: expected a model of engine.loadPretrained or of a trainer, got ${describe(value)}`);
  }
  return model;
}

/**
 * Checks that a value is a run that an analysis can use.
 * @throws TypeError if the value is not a run, or if its model translates anew after each intervention, as the default
 *   model does
 */
export function expectAnalyzedRun(name: string, value: unknown): { run: PretrainedRun; model: AnalyzedModel } {
  const { run, model } = expectRun(name, value);
  if (!('replace' in run)) {
    throw new TypeError(
      `${name}: expected a run of a model of engine.loadPretrained or of a trainer, got one of the default model`,
    );
  }
  return { run: run as PretrainedRun, model: model };
}
