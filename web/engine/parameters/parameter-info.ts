// Names of a model's parameters, in the style of a state_dict.
import { describe } from '../core/checks.js';
import { nearest } from '../core/nearest.js';

/** A parameter of a model, as `model.parameters` lists it. */
export interface ParameterInfo {
  /** Name, as 'encoder.0.self_attention.query.weight'. */
  readonly name: string;
  /** [out, in] of a projection's weight, [rows, columns] of a table, [size] of a bias or a norm. */
  readonly shape: readonly number[];
}

/** @throws RangeError that names the nearest parameters */
export function unknownParameter(name: unknown, known: Iterable<string>): never {
  const near = nearest(name, [...known]);
  throw new RangeError(
    `name: expected a parameter of the model, as ${near.map((each) => `'${each}'`).join(' or ')}, got ${describe(name)}`,
  );
}
