// Runs and models that analyses require: those whose computation can be repeated with interventions.
import { describe, expectObject } from '../engine/core/checks.js';
import { expectRun, type LayeredModel } from './question.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';

/** A model returned by `engine.loadPretrained` or built by a trainer. Its runs can be recomputed with interventions. */
export type AnalyzedModel = LayeredModel;

/** Checks that a value is a model whose runs can be recomputed with interventions. @throws TypeError if it is not */
export function expectModel(name: string, value: unknown): AnalyzedModel {
  const model = expectObject(name, value) as unknown as PretrainedModel;
  if (typeof model.run !== 'function' || typeof model.generate !== 'function') {
    throw new TypeError(`${name}: expected a model of engine.loadPretrained or of a trainer, got ${describe(value)}`);
  }
  return model;
}

/**
 * Checks that a value is a run that can be recomputed with interventions.
 * @throws TypeError if it is not a run, or if it is a run of the default model, which translates anew after each
 *   intervention
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
