// Lists the tensors of an analysis result, each with its definition and the labels of its axes.
import type { Tensor } from '../../engine/core/tensor.js';
import { DEFINITIONS, type AnalysisResult, type Axis, type Definition, type ValueDefinition } from './definitions.js';

export interface DescribedTensor extends ValueDefinition {
  readonly name: string;
  readonly tensor: Tensor;
  readonly labels: Readonly<Partial<Record<Axis, readonly string[]>>>;
}

export const definitionOf = ({ analysis }: AnalysisResult) => DEFINITIONS[analysis] as Definition<AnalysisResult>;

/** Lists a result's tensors with their definitions. A single number becomes a tensor without dimensions. */
export function describedTensors(result: AnalysisResult): DescribedTensor[] {
  const { values, converted, labels: labelsOf } = definitionOf(result);
  const root = converted?.(result) ?? result;
  return Object.entries(values(result)).flatMap(([path, { is, axes }]) =>
    Array.from(found(root, path.split('.')), ([name, tensor]) => {
      const all = Object.entries(labelsOf?.(result, name) ?? {});
      const labels = Object.fromEntries(all.filter(([axis]) => axes.some((each) => each === axis)));
      return { name, is, axes, tensor, labels };
    }),
  );
}

/**
 * Fields of a result that are not exported as tensors, such as the question and the input; they belong to the file's
 * metadata.
 */
export function plainFields(result: AnalysisResult): Record<string, unknown> {
  const paths = Object.keys(definitionOf(result).values(result));
  const exported = ['analysis', ...paths.map((path) => path.split('.')[0])];
  return Object.fromEntries(Object.entries(result).filter(([name]) => !exported.includes(name)));
}

/**
 * Yields the tensors and numbers at a path in a value, each with the names along its path. `*` in the path matches any
 * key; null is skipped.
 */
function* found(value: unknown, path: readonly string[], names: readonly string[] = []): Generator<[string, Tensor]> {
  if (value === null || value === undefined) return;
  const [key, ...rest] = path;
  if (key === undefined) {
    yield [
      names.join('.'),
      typeof value === 'number' ? { data: Float32Array.of(value), shape: [] } : (value as Tensor),
    ];
    return;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const each of key === '*' ? Object.keys(fields) : [key]) yield* found(fields[each], rest, [...names, each]);
}
