// Which tensor of a file each parameter of the core comes from.

/** Where a parameter is: in a tensor of the same shape, or as said. */
export interface Source {
  /** The name of the tensor. */
  tensor: string;
  /** It is one of the row ranges of the tensor: its first row, and the number of all rows. */
  rows?: readonly [first: number, total: number];
  /** Its rows are these of the tensor's `of`, and no others are read of a file. */
  picked?: { readonly rows: readonly number[]; readonly of: number };
  /** Its rows come in blocks of `block`, in turn with those of others: it is the block number `part` of every `parts`. */
  interleaved?: { readonly block: number; readonly parts: number; readonly part: number };
  /** The tensor is stored as [columns, rows]: a matrix [in, out] instead of PyTorch's [out, in]. */
  transposed?: boolean;
  /** The shape of the tensor, where it has the numbers of the parameter in another, as those of a convolution. */
  shape?: readonly number[];
  /** What each number is multiplied by: T5's output layer is the embedding, times 1/√embedDim. */
  times?: number;
  /** What is added to each number: Gemma stores the weights of its norms without their 1. */
  plus?: number;
}

/**
 * The source of each parameter, by the parameter's name, as C++ has it (cpp/model/parameters.hpp): without .weight and
 * .bias, or with it where the two differ. `#` stands for the number of a layer, `*` for weight or bias.
 */
export type SourceTable = Readonly<Record<string, string | Source>>;

/** @throws Error if the table lacks a parameter */
export function sourceOf(table: SourceTable, parameter: string): Source {
  const [, layer = ''] = /\.(\d+)\./.exec(parameter) ?? [];
  const general = parameter.replace(/\.\d+\./, '.#.');
  const [, whole, kind] = /^(.*)\.(weight|bias)$/.exec(general)!;
  const entry = table[general] ?? table[whole!];
  if (entry === undefined) throw new Error(`the table of tensors lacks '${general}'`);
  const source = typeof entry === 'string' ? { tensor: entry } : entry;
  // Only matrices are transposed.
  return {
    ...source,
    transposed: source.transposed === true && kind === 'weight',
    tensor: source.tensor.replace('#', layer).replace('*', kind!),
  };
}

/** The shape of the tensor that a parameter of this shape is in. */
export function storedShape(
  { rows, picked, interleaved, transposed, shape: given }: Source,
  shape: readonly number[],
): readonly number[] {
  if (given) return given;
  const total = rows?.[1] ?? picked?.of ?? shape[0]! * (interleaved?.parts ?? 1);
  const whole = [total, ...shape.slice(1)];
  return transposed ? whole.reverse() : whole;
}

/** The row of the tensor that a row of the parameter is. */
function storedRow({ rows, interleaved }: Source, row: number): number {
  if (!interleaved) return (rows?.[0] ?? 0) + row;
  const { block, parts, part } = interleaved;
  return (Math.floor(row / block) * parts + part) * block + (row % block);
}

/**
 * Rows of a parameter, from those of the tensor, of which the `picked` have been picked; a view of them where they are as stored.
 * @param first of the parameter's rows, of which there are `count`
 * @param begin the first row of the tensor that is among `stored`; 0 where it is transposed
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

/** As torch.nn.MultiheadAttention: in_proj holds W_Q, W_K and W_V, stacked. */
export const attentionTensors = (name: string, stored: string, embedDim: number): SourceTable => ({
  [`${name}.query`]: { tensor: `${stored}.in_proj_*`, rows: [0, 3 * embedDim] },
  [`${name}.key`]: { tensor: `${stored}.in_proj_*`, rows: [embedDim, 3 * embedDim] },
  [`${name}.value`]: { tensor: `${stored}.in_proj_*`, rows: [2 * embedDim, 3 * embedDim] },
  [`${name}.output`]: `${stored}.out_proj.*`,
});
