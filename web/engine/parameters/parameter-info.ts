// Names and shapes of a model's parameters, in state_dict style.
import { describe, expectAscending } from '../core/checks.js';
import { nearest } from '../core/nearest.js';

/** A parameter of a model, as listed in `model.parameters`. */
export interface ParameterInfo {
  /** Name of the parameter, such as 'encoder.0.self_attention.query.weight'. */
  readonly name: string;
  /**
   * Shape of the parameter: [out, in] for the weight of a projection, [rows, columns] for a table, [size] for a bias or
   * a norm.
   */
  readonly shape: readonly number[];
}

/**
 * Throws an error for a name that no parameter of the model has.
 * @throws RangeError that names the parameters with the most similar names
 */
export function unknownParameter(name: unknown, known: Iterable<string>): never {
  const near = nearest(name, [...known]);
  throw new RangeError(
    `name: expected a parameter of the model, as ${near.map((each) => `'${each}'`).join(' or ')}, got ${describe(name)}`,
  );
}

/**
 * Checks the option `rows`, a selection of a parameter's rows; undefined selects all rows.
 * @param count number of rows of the parameter
 */
export function checkRows(rows: unknown, count: number): readonly number[] | undefined {
  if (rows === undefined) return undefined;
  const numbers = expectAscending('rows', rows, count);
  if (numbers.length === 0) throw new RangeError('rows: expected at least one, got none');
  return numbers;
}
