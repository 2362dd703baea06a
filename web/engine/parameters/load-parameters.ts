// Transfers parameters of a model or a layer to and from WebAssembly memory. Files are read tensor by tensor, and large
// tensors in chunks of rows, so that at most a few megabytes are in memory twice.
import { elementAt, expectFinite, findNonFinite, sizeOf, zeros, type Tensor } from '../core/tensor.js';
import { declaredParameters, setBlocks, setRows, type Target } from '../runtime/parameter-set.js';
import { floatsAt } from '../runtime/wasm-memory.js';
import {
  isInBlocks,
  readBytes,
  readRows,
  rowsOf,
  type StoredTensor,
  type WeightsFile,
} from '../weights/weights-file.js';
import { extract, isAsStored, sourceOf, storedShape, type Source, type SourceTable } from './parameter-source.js';
import type { Reading } from '../weights/reading.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/**
 * A model parameter in WebAssembly memory: its index there, its shape, and its source, a tensor in the model's file.
 */
export interface Parameter {
  readonly index: number;
  readonly shape: readonly number[];
  readonly source: Source;
  /**
   * Shape that the source tensor must have in the file. It differs from the parameter's, for example if that is a part
   * of the tensor.
   */
  readonly stored: readonly number[];
}

/** Parameters of a model, by their C++ names (cpp/model/parameters.hpp). */
export type Parameters = ReadonlyMap<string, Parameter>;

/** Maximum number of floats that are read from a file at a time. */
const CHUNK = 2 ** 20;

/** Rows of the embedding tables and of the output layer that are loaded, in ascending order. Default: all rows. */
export type EmbeddingRows = NonNullable<Source['picked']>;

const TABLES = /^(encoder|decoder)\.tokens\./;
const TABLES_AND_OUTPUT = /^((encoder|decoder)\.tokens|output)\./;

/**
 * Maps each parameter of a model to its source, a tensor in the model's file.
 * @param hasClasses true if the output layer predicts classes rather than tokens
 */
export function parametersOf(
  set: ParameterSet,
  table: SourceTable,
  embedding?: EmbeddingRows,
  hasClasses = false,
): Parameters {
  const ofVocabulary = hasClasses ? TABLES : TABLES_AND_OUTPUT;
  return new Map(
    declaredParameters(set).map(({ name, shape }, index) => {
      const picked = embedding && ofVocabulary.test(name) ? embedding : null;
      const source: Source = { ...sourceOf(table, name), ...(picked && { picked }) };
      return [name, { index, shape, source, stored: storedShape(source, shape) }];
    }),
  );
}

/**
 * Sets every parameter of a model from tensors in memory.
 * @param inErrors returns the name of a tensor for error messages
 */
export function setParameters(
  target: Target,
  parameters: Parameters,
  read: (name: string, shape: readonly number[]) => Tensor,
  inErrors: (name: string) => string,
): void {
  const tensors = new Map<string, Tensor>(); // several parameters may be parts of the same tensor
  for (const parameter of parameters.values()) {
    const { source, stored } = parameter;
    const name = inErrors(source.tensor);
    const tensor = tensors.get(name) ?? read(source.tensor, stored);
    if (!tensors.has(name)) expectFinite(name, tensor);
    tensors.set(name, tensor);
    setFrom(target, name, parameter, [0, rowsOf({ shape: stored })], tensor.data as Float32Array<ArrayBuffer>);
  }
  target.set.finish();
}

/**
 * Precisions in which weight matrices can be kept in memory: float32, the precision stored in the file, or int8 with a
 * scale per row.
 */
export const KEPT_PRECISIONS = ['float32', 'stored', 'int8'] as const;
export type KeptPrecision = (typeof KEPT_PRECISIONS)[number];

/**
 * Sets every parameter of a model from its file, which is read once, from beginning to end.
 * @param unused patterns of tensor names that no parameter needs; null allows any unused tensor
 * @throws TypeError or RangeError that names a tensor that is missing, has the wrong shape, or contains a number that
 * is not finite
 */
export function* loadParameters(
  target: Target,
  parameters: Parameters,
  file: WeightsFile,
  unused: readonly RegExp[] | null = [],
  precision: KeptPrecision = 'float32',
): Reading<void> {
  const tensors = new Map<string, { stored: StoredTensor; parts: Parameter[] }>();
  for (const parameter of parameters.values()) {
    const { tensor } = parameter.source;
    const stored = file.find(tensor, parameter.stored);
    const { parts } = tensors.get(tensor) ?? { parts: [] };
    tensors.set(tensor, { stored, parts: [...parts, parameter] });
  }
  if (unused) file.expectAllFound(unused);
  const inOrder = inOrderOfFiles([...tensors.values()], ({ stored }) => stored);
  const room = roomForNumbers();
  const scales = new Map<StoredTensor, Float32Array>();
  const ofRows = inOrder.flatMap(({ stored }) => stored.scale ?? []);
  for (const scale of inOrderOfFiles(ofRows, (each) => each)) {
    scales.set(scale, (yield* readFinite(scale, [0, 1], room)).slice());
  }
  for (const { stored, parts: all } of inOrder) {
    const parts = distinct(target, all);
    const [{ source }] = parts as [Parameter];
    const factors = stored.scale && scales.get(stored.scale);
    const hasBlocks = precision === 'stored' && keepBlocks(target, parts, stored);
    if (precision !== 'float32' && !hasBlocks) for (const part of parts) keep(target, part, stored, precision);
    if (source.picked) {
      const values = yield* readPicked(stored, source.picked, room, factors);
      for (const part of parts) setFrom(target, stored.name, part, [0, part.shape[0]!], values);
      continue;
    }
    const [rows, chunk] = [rowsOf(stored), chunkOf(target, stored, parts)];
    for (let first = 0; first < rows; first += chunk) {
      const range = [first, Math.min(chunk, rows - first)] as const;
      if (hasBlocks) {
        const bytes = yield* readBytes(stored, range);
        const areFinite = parts.every(({ index }) => setBlocks(target, index, range, bytes));
        if (!areFinite) expectFiniteRows(stored, range, stored.decode(bytes, room));
        continue;
      }
      const values = yield* readFinite(stored, range, room, factors);
      for (const part of parts) setFrom(target, stored.name, part, range, values);
    }
  }
  if (unused) yield* file.expectEnd();
  target.set.finish();
}

/**
 * Filters the parameters that are parts of one tensor: returns those that have to be set. A matrix that occurs twice,
 * such as a tied output layer, shares the memory of its first occurrence.
 */
function distinct({ set }: Target, parts: readonly Parameter[]): Parameter[] {
  const seen = new Map<string, Parameter>();
  return parts.filter((part) => {
    const place = JSON.stringify([part.source, part.shape]);
    const same = seen.get(place);
    if (!same) seen.set(place, part);
    return !same || !set.share(part.index, same.index);
  });
}

/**
 * Prepares a tensor's parameters to be kept in the file's own block format, such as GGUF's q4K. Returns false if the
 * tensor is not in blocks, or if a parameter is not a matrix in the file's layout.
 */
const keepBlocks = ({ module, set }: Target, parts: readonly Parameter[], { precision }: StoredTensor): boolean =>
  isInBlocks(precision) &&
  parts.every(({ source, index }) => isAsStored(source) && set.keepAs(index, module.Precision[precision]));

/**
 * Sets the precision in which a parameter is kept in memory, except for block formats. The C++ code decides which
 * parameters support other precisions than float32.
 */
function keep(
  { module, set }: Target,
  { index, source }: Parameter,
  stored: StoredTensor,
  precision: 'stored' | 'int8',
): void {
  // True for an int8 matrix that is transposed in the file. The scales of its stored rows belong to the parameter's
  // columns, which memory cannot represent.
  const isOfColumns = stored.precision === 'int8' && source.transposed === true;
  const asStored = isOfColumns || isInBlocks(stored.precision) ? 'float32' : stored.precision;
  set.keepAs(index, module.Precision[precision === 'stored' ? asStored : 'int8']);
}

/**
 * Reads a whole tensor from a file into an array.
 * @throws RangeError that names a number that is not finite
 */
export function* readTensor(stored: StoredTensor): Reading<Tensor> {
  const { shape, scale } = stored;
  const factors = scale && (yield* readFinite(scale, [0, 1], roomForNumbers()));
  const values = yield* readFinite(stored, [0, rowsOf(stored)], roomForNumbers(), factors);
  return { data: values.slice(), shape }; // copied, because the values may be a view of the file
}

/** Copies all values of a parameter from WebAssembly memory. */
export function readParameter({ module, set }: Target, name: string, { index, shape }: Parameter): Tensor {
  const data = zeros(name, shape);
  const [rows, columns] = shape.length === 1 ? [1, shape[0]!] : (shape as [number, number]);
  const chunk = rowsWithin(columns, module.parameterRows);
  for (let first = 0; first < rows; first += chunk) {
    const count = Math.min(chunk, rows - first);
    const address = set.prepare(index, count);
    set.get(index, first);
    data.set(floatsAt(module, address, count * columns), first * columns);
  }
  set.finish();
  return { data, shape };
}

/** Copies some rows of a parameter, or some numbers of a vector, from WebAssembly memory. */
export function readParameterRows(target: Target, name: string, parameter: Parameter, rows: readonly number[]): Tensor {
  const { module, set } = target;
  const { index, shape } = parameter;
  if (shape.length === 1) {
    const { data } = readParameter(target, name, parameter);
    return { data: Float32Array.from(rows, (row) => data[row]!), shape: [rows.length] };
  }
  const [all, columns] = shape as [number, number];
  const data = zeros(name, [rows.length, columns]);
  for (const [at, row] of rows.entries()) {
    const within = row % module.parameterRows;
    const first = row - within;
    const count = Math.min(module.parameterRows, all - first);
    const address = set.prepare(index, count);
    set.get(index, first);
    data.set(
      floatsAt(module, address, count * columns).subarray(within * columns, (within + 1) * columns),
      at * columns,
    );
  }
  set.finish();
  return { data, shape: [rows.length, columns] };
}

type Range = readonly [first: number, count: number];
type Room = (count: number) => Float32Array<ArrayBuffer>;

/**
 * Returns a function that provides room for the given count of numbers. All calls share one buffer, which grows if
 * necessary.
 */
function roomForNumbers(): Room {
  let held = new Float32Array();
  return (count) => (held.length < count ? (held = zeros('numbers', [count])) : held);
}

/** Sorts items in the order in which their tensors are read: by file, and within a file by position. */
function inOrderOfFiles<Item>(items: readonly Item[], placeOf: (item: Item) => StoredTensor): Item[] {
  const files = [...new Set(items.map((item) => placeOf(item).source))];
  const placed = items.map((item) => ({ item, file: files.indexOf(placeOf(item).source), at: placeOf(item).begin }));
  return placed.sort((a, b) => a.file - b.file || a.at - b.at).map(({ item }) => item);
}

/**
 * Multiplies each row of a matrix, [rows, columns], by the row's factor. A loop is used because `forEach` calls a
 * function for each number.
 */
function scaleRows(values: Float32Array, factors: Float32Array, columns: number): void {
  for (const [row, factor] of factors.entries()) {
    for (let at = row * columns; at < (row + 1) * columns; ++at) values[at] = values[at]! * factor;
  }
}

/**
 * Reads a range of a stored tensor's rows, multiplied by the rows' factors if given.
 * @throws RangeError that names the first number that is not finite
 */
function* readFinite(
  stored: StoredTensor,
  range: Range,
  room: Room,
  factors?: Float32Array,
): Reading<Float32Array<ArrayBuffer>> {
  const values = yield* readRows(stored, range, room);
  const [first, count] = range;
  const columns = values.length / count;
  if (factors) scaleRows(values, factors.subarray(first, first + count), columns);
  expectFiniteRows(stored, range, values);
  return values;
}

/**
 * Checks that the numbers in a range of a tensor's rows are finite.
 * @throws RangeError that names the first number that is not finite
 */
function expectFiniteRows({ name, shape }: StoredTensor, [first, count]: Range, values: Float32Array): void {
  const wrong = findNonFinite(values);
  if (wrong < 0) return;
  const place = elementAt(name, shape, (first * values.length) / count + wrong);
  throw new RangeError(`${place}: expected a finite number, got ${values[wrong]}`);
}

/** Reads the selected rows of a stored matrix, or the selected numbers of a vector, into one array. */
function* readPicked(
  stored: StoredTensor,
  { rows, of }: EmbeddingRows,
  room: Room,
  factors?: Float32Array,
): Reading<Float32Array<ArrayBuffer>> {
  const columns = sizeOf(stored.shape) / of;
  // A tensor is read as a whole if it cannot be read row by row, or if as many rows are selected as it has.
  const isWhole = rowsOf(stored) === 1 || rows.length >= of;
  const whole = isWhole && (yield* readFinite(stored, [0, rowsOf(stored)], room, factors));
  const values = zeros(stored.name, [rows.length, columns]);
  for (const [at, row] of rows.entries()) {
    const begin = row * columns;
    const numbers = whole ? whole.subarray(begin, begin + columns) : yield* readFinite(stored, [row, 1], room, factors);
    values.set(numbers, at * columns);
  }
  return values;
}

/** Number of a stored tensor's rows that are read at a time, so that its parameters can be set from them. */
function chunkOf({ module }: Target, stored: StoredTensor, parts: readonly Parameter[]): number {
  const unit = module.parameterRows;
  const rows = rowsOf(stored);
  const isWhole = parts.some(
    ({ source, shape }) =>
      source.transposed || source.shape || shape.length === 1 || (source.rows?.[0] ?? 0) % unit !== 0,
  );
  if (isWhole) return rows;
  const steps = parts.map(({ source: { interleaved } }) =>
    interleaved ? interleaved.block * interleaved.parts * (interleaved.block % unit === 0 ? 1 : unit) : unit,
  );
  return rowsWithin(sizeOf(stored.shape) / rows, Math.max(...steps));
}

/**
 * Number of rows of the given width that are processed at a time: at most CHUNK numbers, and a multiple of `step`, at
 * which ranges of rows must begin.
 */
const rowsWithin = (columns: number, step: number): number => Math.max(1, Math.floor(CHUNK / columns / step)) * step;

/** Sets the rows of a parameter that a range of its source tensor's rows contains. */
function setFrom(
  target: Target,
  name: string,
  { index, shape, source }: Parameter,
  [begin, count]: Range,
  stored: Float32Array<ArrayBuffer>,
): void {
  const isVector = shape.length === 1;
  const [rows, columns = 1] = shape as [number, number?];
  const [from, to] = isVector ? [0, rows] : rowsOfParameter(source, rows, [begin, count]);
  const step = isVector ? rows : rowsWithin(columns, target.module.parameterRows);
  for (let first = from; first < to; first += step) {
    const size = Math.min(step, to - first);
    const values = extract(source, [size, columns], stored, { first, begin });
    setRows(target, index, [first, isVector ? 1 : size], name, values);
  }
}

/** Range of a parameter's rows, `from` to `to`, that a range of its source tensor's rows contains. */
function rowsOfParameter(
  { rows = [0, 0], interleaved, transposed, picked, shape }: Source,
  count: number,
  [begin, size]: Range,
): [from: number, to: number] {
  if (transposed || picked || shape) return [0, count];
  if (interleaved) return [begin / interleaved.parts, (begin + size) / interleaved.parts];
  return [Math.max(begin - rows[0], 0), Math.min(begin + size - rows[0], count)];
}
