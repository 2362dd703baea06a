// Learned matrices of a head, as in the formulas X·W_Q and output·W_O.
import { divergingScale, maxAbs, type ColorScale, type Palette } from './palette.js';
import { PARAMETER_NAMES, type Mark, type MatrixName, type ParameterName, type Point } from '../scene.js';
import type { HeadSteps, ProjectionName, ViewModel } from '../view-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

interface Parameter {
  /** Symbol of the matrix as in papers. An underscore starts a subscript. */
  symbol: string;
  projection: ProjectionName;
  color: 'query' | 'key' | 'value';
}

export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  queryWeight: { symbol: 'W_Q', projection: 'query', color: 'query' },
  keyWeight: { symbol: 'W_K', projection: 'key', color: 'key' },
  valueWeight: { symbol: 'W_V', projection: 'value', color: 'value' },
  outputWeight: { symbol: 'W_O', projection: 'output', color: 'value' },
};

export const isParameter = (name: MatrixName): name is ParameterName =>
  (PARAMETER_NAMES as readonly MatrixName[]).includes(name);

/**
 * Slice of a learned matrix that belongs to the head: columns of W_Q, W_K or W_V, [embedDim, headDim], or rows of W_O,
 * [headDim, embedDim].
 */
export function parameterOf({ linear, head, keyValueHead, trace }: HeadSteps, name: ParameterName): Tensor {
  const { projection } = PARAMETERS[name];
  const { data, shape } = linear(projection).weight; // weight, [out, in]
  const inputs = shape[1]!;
  const headDim = trace[projection === 'query' || projection === 'key' ? 'query' : 'value'].shape[1]!;
  const [rows, columns] = projection === 'output' ? [headDim, shape[0]!] : [inputs, headDim];
  const first = (projection === 'key' || projection === 'value' ? keyValueHead : head) * headDim;
  const part = new Float32Array(rows * columns);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      part[at] =
        projection === 'output' ? data[column * inputs + first + row]! : data[(first + column) * inputs + row]!;
    }
  }
  return { data: part, shape: [rows, columns] };
}

/** Color scale of a learned matrix: diverging around 0, up to the largest absolute value of its elements. */
export const parameterScale = (palette: Palette, name: ParameterName, { data }: Tensor): ColorScale =>
  divergingScale(palette, maxAbs(data), palette[PARAMETERS[name].color], palette.muted);

const INDEX_SIZE = 10 / 13; // font size of a subscript, as a share of the symbol's

/** Width of a matrix symbol in bold, relative to the font size. */
export function symbolWidth({ measure }: Pick<ViewModel, 'measure'>, symbol: string): number {
  const [name = '', index = ''] = symbol.split('_');
  return (measure(name, 10, true) + measure(index, 10, true) * INDEX_SIZE) / 10;
}

/**
 * Draws a matrix symbol in bold, with the part after its underscore as a subscript.
 * @param left point at the left end of the symbol, at half the line height
 */
export function drawSymbol(
  viewModel: Pick<ViewModel, 'measure'>,
  symbol: string,
  left: Point,
  style: { size: number; fill: string; opacity: number; halo?: string },
): Mark[] {
  const [name = '', index = ''] = symbol.split('_');
  const mark = { kind: 'text', ...style, bold: true, align: 'left' } as const;
  const { size } = style;
  const indexAt = { x: left.x + symbolWidth(viewModel, name) * size, y: left.y + size * 0.4 };
  return [
    ...(index === '' ? [] : [{ ...mark, text: index, ...indexAt, size: size * INDEX_SIZE }]),
    { ...mark, text: name, ...left },
  ];
}
