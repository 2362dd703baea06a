/**
 * Source of a parameter's numbers: a tensor in the model's file. It has the parameter's shape and numbers, unless
 * another field says otherwise.
 */
export interface Source {
  /** Name of the source tensor in the file. */
  tensor: string;
  /**
   * Range of the tensor's rows that the parameter consists of: the first row, and the total number of rows of the
   * tensor.
   */
  rows?: readonly [first: number, total: number];
  /**
   * Selection of the tensor's rows, in ascending order, that the parameter consists of; `of` is the number of rows of
   * the tensor. No other rows are read from the file.
   */
  picked?: { readonly rows: readonly number[]; readonly of: number };
  /**
   * Layout of a tensor in which row blocks of several parameters alternate: number of rows per block, number of
   * parameters (`parts`), and index of this parameter among them (`part`).
   */
  interleaved?: { readonly block: number; readonly parts: number; readonly part: number };
  /** True if the tensor is stored as [in, out] instead of PyTorch's [out, in]. */
  transposed?: boolean;
  /** Shape of the tensor, if it differs from the parameter's, as for the kernel of a convolution. */
  shape?: readonly number[];
  /**
   * Factor that each number of the tensor is multiplied by. T5's output layer, for example, is the embedding times
   * 1/√embedDim.
   */
  times?: number;
  /** Number that is added to each number of the tensor. Gemma, for example, stores the weights of its norms minus 1. */
  plus?: number;
}

/**
 * Table of the source of each parameter, by the parameter's C++ name (cpp/model/parameters.hpp). `#` stands for the
 * layer index, `*` for weight or bias. The names omit .weight and .bias, unless the two have different sources.
 */
export type SourceTable = Readonly<Record<string, string | Source>>;

/**
 * Source of a parameter's numbers according to the table of a model family.
 * @throws Error if the table does not contain the parameter
 */
export function sourceOf(table: SourceTable, parameter: string): Source {
  const [, layer = ''] = /\.(\d+)\./.exec(parameter) ?? [];
  const general = parameter.replace(/\.\d+\./, '.#.');
  const [, whole, kind] = /^(.*)\.(weight|bias)$/.exec(general)!;
  const entry = table[general] ?? table[whole!];
  if (entry === undefined) throw new Error(`the table of tensors lacks '${general}'`);
  const source = typeof entry === 'string' ? { tensor: entry } : entry;
  // An entry of the table may cover both the weight and the bias of a projection, but only the weight, a matrix, is
  // transposed.
  return {
    ...source,
    transposed: source.transposed === true && kind === 'weight',
    tensor: source.tensor.replace('#', layer).replace('*', kind!),
  };
}

/** Shape of the source tensor of a parameter that has the given shape. */
export function storedShape(
  { rows, picked, interleaved, transposed, shape: given }: Source,
  shape: readonly number[],
): readonly number[] {
  if (given) return given;
  const total = rows?.[1] ?? picked?.of ?? shape[0]! * (interleaved?.parts ?? 1);
  const whole = [total, ...shape.slice(1)];
  return transposed ? whole.reverse() : whole;
}

/** True if a parameter is a whole tensor of the file, without any conversion. */
export const isAsStored = (source: Source): boolean =>
  Object.entries(source).every(([field, value]) => field === 'tensor' || !value);

/** Converts the index of a parameter's row to the index of the same row in its source tensor. */
function storedRow({ rows, interleaved }: Source, row: number): number {
  if (!interleaved) return (rows?.[0] ?? 0) + row;
  const { block, parts, part } = interleaved;
  return (Math.floor(row / block) * parts + part) * block + (row % block);
}

/**
 * Extracts a range of a parameter's rows from rows of its source tensor. Returns a view if no conversion is needed.
 * @param first first of the `count` rows of the parameter
 * @param begin index of the tensor row that `stored` starts with; 0 if the tensor is transposed
 */
export function extract(
  source: Source,
  [count, columns = 1]: readonly [count: number, columns?: number],
  stored: Float32Array<ArrayBuffer>,
  { first = 0, begin = 0 }: { first?: number; begin?: number } = {},
): Float32Array {
  const { interleaved, transposed, times = 1, plus = 0 } = source;
  if (!interleaved && !transposed && times === 1 && plus === 0) {
    const from = storedRow(source, first) - begin;
    return stored.subarray(from * columns, (from + count) * columns);
  }
  const [toRow, toColumn] = transposed ? [1, stored.length / columns] : [columns, 1];
  const values = new Float32Array(count * columns);
  for (let row = 0; row < count; ++row) {
    const from = (storedRow(source, first + row) - begin) * toRow;
    for (let column = 0; column < columns; ++column) {
      values[row * columns + column] = stored[from + column * toColumn]! * times + plus;
    }
  }
  return values;
}

/** Sources of the parameters of torch.nn.MultiheadAttention, whose tensor in_proj stacks W_Q, W_K and W_V. */
export const attentionTensors = (name: string, stored: string, embedDim: number): SourceTable => ({
  [`${name}.query`]: { tensor: `${stored}.in_proj_*`, rows: [0, 3 * embedDim] },
  [`${name}.key`]: { tensor: `${stored}.in_proj_*`, rows: [embedDim, 3 * embedDim] },
  [`${name}.value`]: { tensor: `${stored}.in_proj_*`, rows: [2 * embedDim, 3 * embedDim] },
  [`${name}.output`]: `${stored}.out_proj.*`,
});
