// The picture that is shown, as a file for a program. Loaded with the first that is asked for.
import { expectNumber, expectOneOf, expectOptions, expectString } from '../../engine/core/checks.js';
import type { LitElement } from 'lit';
import { buildViewModel } from '../view-model/build-view-model.js';
import { MAX_PIXEL_RATIO, pngOf } from './formats/png.js';
import { svgOf } from './formats/svg.js';
import { whenArrived } from '../source/answer.js';
import { takeSnapshot, type SnapshotInput } from './snapshot.js';

const TYPES = ['png', 'svg'] as const;
export type PictureType = (typeof TYPES)[number];

/** Options of the element's `toBlob`. */
export interface PictureOptions {
  /** Pixels of a PNG per CSS pixel, up to 16, as far as the browser has such canvases. An SVG is sharp at any size. Default 2. */
  scale?: number;
  /** The width for which the picture is laid out, in CSS pixels. Default: the canvas's. */
  width?: number;
  /** A CSS color, or 'transparent'. Default: the theme's. */
  background?: string;
}

interface Checked {
  scale: number;
  width: number | null;
  background: string | null;
}

const MAX_WIDTH = 10_000; // CSS pixels

function expectWithin(name: string, value: unknown, min: number, max: number): number {
  const number = expectNumber(name, value);
  if (number >= min && number <= max) return number;
  throw new RangeError(`${name}: expected a number from ${min} to ${max}, got ${number}`);
}

/** A CSS color as an SVG file may have it: without variables of the page. */
function expectColor(name: string, value: unknown): string {
  const text = expectString(name, value);
  const context = document.createElement('canvas').getContext('2d')!;
  const read = [1, 2].map((other) => {
    context.fillStyle = `#00000${other}`; // what stays where the color is none
    context.fillStyle = text;
    return context.fillStyle;
  });
  if (read[0] === read[1]) return read[0]!;
  throw new RangeError(`${name}: expected a CSS color, got the string '${text.slice(0, 40)}'`);
}

function check(value: unknown): Checked {
  const { scale, width, background } = expectOptions('options', value, ['scale', 'width', 'background']);
  return {
    scale: scale === undefined ? 2 : expectWithin('scale', scale, 0.1, MAX_PIXEL_RATIO),
    width: width === undefined ? null : expectWithin('width', width, 1, MAX_WIDTH),
    background: background === undefined ? null : expectColor('background', background),
  };
}

/** The same picture, laid out for another width. */
function atWidth(input: SnapshotInput, width: number): SnapshotInput {
  const { source, context, drawing } = input;
  const viewModel = buildViewModel(source, context);
  const surface = { ...input.surface, width };
  const height = (viewModel && drawing.requiredHeight?.({ ...viewModel, ...surface })) ?? surface.height;
  return { ...input, surface: { ...surface, height } };
}

interface Shown {
  /** Loads what is shown, wherever the element is. */
  load: () => Promise<void>;
  input: () => SnapshotInput | null;
}

/** @throws TypeError or RangeError that names the argument; an Error where there is nothing to draw, or no such large picture */
export async function pictureBlob(
  host: Pick<LitElement, 'isConnected' | 'updateComplete'>,
  type: unknown,
  options: unknown,
  shown: Shown,
): Promise<Blob> {
  const checkedType = expectOneOf('type', type, TYPES);
  const { scale, width, background } = check(options);
  if (!host.isConnected) throw new Error('the element: expected one in a document, got one that is in none');
  await host.updateComplete;
  await shown.load();
  await host.updateComplete;
  const input = shown.input();
  if (input?.surface.width === 0 && width === null) {
    throw new RangeError('width: expected one, since the element is hidden; got none');
  }
  const snapshot = input && (await whenArrived(() => takeSnapshot(width === null ? input : atWidth(input, width))));
  if (!snapshot) throw new Error('text: expected at least one token to draw, got none');
  const drawn = background === null ? snapshot : { ...snapshot, background };
  return checkedType === 'svg' ? new Blob([svgOf(drawn)], { type: 'image/svg+xml' }) : pngOf(drawn, scale);
}
