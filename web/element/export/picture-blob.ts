// Implementation of the element's `toBlob`, which creates an image file of the scene. This module is loaded on the
// first call.
import { expectNumber, expectOneOf, expectOptions, expectString } from '../../engine/core/checks.js';
import type { LitElement } from 'lit';
import { buildViewModel } from '../view-model/build-view-model.js';
import { framedPng, FRAMES, roomIn, type FrameName } from './framed.js';
import { MAX_PIXEL_RATIO, pngOf } from './formats/png.js';
import { svgOf } from './formats/svg.js';
import { whenArrived } from '../source/answer.js';
import { takeSnapshot, type Snapshot, type SnapshotInput } from './snapshot.js';

const TYPES = ['png', 'svg'] as const;
export type PictureType = (typeof TYPES)[number];

/** Options of the element's `toBlob`. */
export interface PictureOptions {
  /**
   * PNG pixels per CSS pixel, at most 16, and limited by the maximum canvas size of the browser. An SVG is sharp at any
   * size. Default 2.
   */
  scale?: number;
  /** Width of the scene's layout in CSS pixels. Default: width of the element's canvas. */
  width?: number;
  /** Background: a CSS color, or 'transparent'. Default: background of the theme. */
  background?: string;
  /**
   * Aspect ratio of a slide or a figure, for a PNG only. The frame has 1280 × 720, 1024 × 768 or 900 × 900 CSS pixels
   * and contains the scene, its text, its captions and a note about its numbers. Default: no frame; the scene
   * determines the height.
   */
  frame?: FrameName;
}

interface Checked {
  scale: number;
  width: number | null;
  background: string | null;
  frame: FrameName | null;
}

const MAX_WIDTH = 10_000; // maximum width in CSS pixels

function expectWithin(name: string, value: unknown, min: number, max: number): number {
  const number = expectNumber(name, value);
  if (number >= min && number <= max) return number;
  throw new RangeError(`${name}: expected a number from ${min} to ${max}, got ${number}`);
}

/** Resolves a CSS color for an SVG file, in which the page's custom properties do not exist. */
function expectColor(name: string, value: unknown): string {
  const text = expectString(name, value);
  const context = document.createElement('canvas').getContext('2d')!;
  const read = [1, 2].map((other) => {
    context.fillStyle = `#00000${other}`; // `fillStyle` keeps this value if the text is not a color
    context.fillStyle = text;
    return context.fillStyle;
  });
  if (read[0] === read[1]) return read[0]!;
  throw new RangeError(`${name}: expected a CSS color, got the string '${text.slice(0, 40)}'`);
}

const FRAME_NAMES = Object.keys(FRAMES) as FrameName[];

/**
 * Checks the option `frame`.
 * @throws TypeError if a frame is requested for an SVG, or together with a width
 */
function expectFrame(type: PictureType, width: unknown, frame: unknown): FrameName {
  if (type === 'svg') throw new TypeError("frame: expected none for an 'svg', which has no frame; got one");
  if (width !== undefined) throw new TypeError('width: expected none beside frame, which has its own; got one');
  return expectOneOf('frame', frame, FRAME_NAMES);
}

const NAMES = ['scale', 'width', 'background', 'frame'] as const;

function check(type: PictureType, value: unknown): Checked {
  const { scale, width, background, frame } = expectOptions('options', value, NAMES);
  return {
    scale: scale === undefined ? 2 : expectWithin('scale', scale, 0.1, MAX_PIXEL_RATIO),
    width: width === undefined ? null : expectWithin('width', width, 1, MAX_WIDTH),
    background: background === undefined ? null : expectColor('background', background),
    frame: frame === undefined ? null : expectFrame(type, width, frame),
  };
}

/** Lays out the scene for another width and height; a view that requires a certain height gets that instead. */
function laidOutFor(input: SnapshotInput, size: { width: number; height?: number }): SnapshotInput {
  const { source, context, drawing } = input;
  const viewModel = buildViewModel(source, context);
  const surface = { ...input.surface, ...size };
  const height = (viewModel && drawing.requiredHeight?.({ ...viewModel, ...surface })) ?? surface.height;
  return { ...input, surface: { ...surface, height } };
}

interface Shown {
  /** Loads the element's content even if the element is off screen. */
  load: () => Promise<void>;
  input: () => SnapshotInput | null;
}

/**
 * Creates the image file of the scene.
 * @throws TypeError or RangeError that names the argument; Error if there is no scene or the image would be too large
 */
export async function pictureBlob(
  host: Pick<LitElement, 'isConnected' | 'updateComplete'>,
  type: unknown,
  options: unknown,
  shown: Shown,
): Promise<Blob> {
  const checkedType = expectOneOf('type', type, TYPES);
  const { scale, width, background, frame } = check(checkedType, options);
  if (!host.isConnected) throw new Error('the element: expected one in a document, got one that is in none');
  await host.updateComplete;
  await shown.load();
  await host.updateComplete;
  const input = shown.input();
  if (input?.surface.width === 0 && width === null && frame === null) {
    throw new RangeError('width: expected one, since the element is hidden; got none');
  }
  const snapshotOf = (size: { width: number; height?: number } | null) =>
    input && whenArrived(() => takeSnapshot(size ? laidOutFor(input, size) : input));
  const snapshot = await snapshotOf(width === null ? null : { width });
  if (!snapshot) throw new Error('text: expected at least one token to draw, got none');
  const painted = (each: Snapshot) => (background === null ? each : { ...each, background });
  if (frame) {
    return framedPng(painted((await snapshotOf(roomIn(frame, snapshot)))!), frame, scale);
  }
  const drawn = painted(snapshot);
  return checkedType === 'svg' ? new Blob([svgOf(drawn)], { type: 'image/svg+xml' }) : pngOf(drawn, scale);
}
