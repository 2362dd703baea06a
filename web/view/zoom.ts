// What part of a large picture is seen.
import type { Box, Point } from './scene.js';

export interface Zoom {
  /** 1: all of it fits. */
  factor: number;
  /** The place of the picture that is in the middle, 0 … 1. */
  x: number;
  y: number;
}

export const WHOLE: Zoom = { factor: 1, x: 0.5, y: 0.5 };
export const LARGEST_ZOOM = 100;

const limited = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Where a picture lies that has this size at factor 1: as far inside the frame as it can be. */
export function placed({ factor, x, y }: Zoom, size: { width: number; height: number }, frame: Box): Box {
  const [width, height] = [size.width * factor, size.height * factor];
  const along = (from: number, room: number, length: number, centre: number) => {
    const other = from + room - length;
    return limited(from + room / 2 - centre * length, Math.min(from, other), Math.max(from, other));
  };
  return { x: along(frame.x, frame.width, width, x), y: along(frame.y, frame.height, height, y), width, height };
}

/** Larger or smaller, so that the point of the picture under the pointer stays where it is. */
export function zoomedAt(zoom: Zoom, by: number, pointer: Point, picture: Box, frame: Box): Zoom {
  const factor = limited(zoom.factor * by, 1, LARGEST_ZOOM);
  const grown = factor / zoom.factor;
  const share = { x: (pointer.x - picture.x) / picture.width, y: (pointer.y - picture.y) / picture.height };
  const centre = (at: number, of: number, from: number, room: number, length: number) =>
    limited(of + (from + room / 2 - at) / (length * grown), 0, 1);
  if (factor === 1) return WHOLE;
  return {
    factor,
    x: centre(pointer.x, share.x, frame.x, frame.width, picture.width),
    y: centre(pointer.y, share.y, frame.y, frame.height, picture.height),
  };
}

/** Moved by so many pixels. */
export function movedBy(zoom: Zoom, dx: number, dy: number, picture: Box, frame: Box): Zoom {
  const along = (moved: number, from: number, room: number, start: number, length: number) =>
    limited((from + room / 2 - (start + moved)) / length, 0, 1);
  return {
    factor: zoom.factor,
    x: along(dx, frame.x, frame.width, picture.x, picture.width),
    y: along(dy, frame.y, frame.height, picture.y, picture.height),
  };
}
