// Models and runs that an analysis computes again with changes.
import { describe, expectObject } from '../engine/core/checks.js';
import { expectRun, type LayeredModel } from './question.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';

/** A model of `engine.loadPretrained` or of a trainer. */
export type AnalyzedModel = LayeredModel;

/** @throws TypeError if it is no model whose runs can be computed again with changes */
export function expectModel(name: string, value: unknown): AnalyzedModel {
  const model = expectObject(name, value) as unknown as PretrainedModel;
  if (typeof model.run !== 'function' || typeof model.generate !== 'function') {
    throw new TypeError(`${name}: expected a model of engine.loadPretrained or of a trainer, got ${describe(value)}`);
  }
  return model;
}

/** @throws TypeError if it is no run, or one of a model whose target is searched for anew with each change */
export function expectAnalyzedRun(name: string, value: unknown): { run: PretrainedRun; model: AnalyzedModel } {
  const { run, model } = expectRun(name, value);
  if (!('replace' in run)) {
    throw new TypeError(
      `${name}: expected a run of a model of engine.loadPretrained or of a trainer, got one of the default model`,
    );
  }
  return { run: run as PretrainedRun, model: model };
}
