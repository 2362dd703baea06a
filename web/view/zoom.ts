// Zooming and panning of a view: which part of its content is visible in a frame.
import type { Box, Point } from './scene.js';

export interface Zoom {
  /** Magnification of the content; at 1, the whole content fits into the frame. */
  factor: number;
  /** Horizontal position of the content's point at the center of the frame, as a share of the content's width. */
  x: number;
  /** Vertical position of the content's point at the center of the frame, as a share of the content's height. */
  y: number;
}

export const NO_ZOOM: Zoom = { factor: 1, x: 0.5, y: 0.5 };
export const MAX_ZOOM = 100;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/**
 * Box of the content on the canvas at a zoom.
 * @param size size of the content at factor 1
 */
export function contentBox({ factor, x, y }: Zoom, size: { width: number; height: number }, frame: Box): Box {
  const [width, height] = [size.width * factor, size.height * factor];
  const along = (from: number, room: number, length: number, center: number) => {
    const other = from + room - length;
    return clamp(from + room / 2 - center * length, Math.min(from, other), Math.max(from, other));
  };
  return { x: along(frame.x, frame.width, width, x), y: along(frame.y, frame.height, height, y), width, height };
}

/** Zooms the content by a factor. The point of the content under the pointer stays in place. */
export function zoomAt(zoom: Zoom, by: number, pointer: Point, content: Box, frame: Box): Zoom {
  const factor = clamp(zoom.factor * by, 1, MAX_ZOOM);
  const grown = factor / zoom.factor;
  const share = { x: (pointer.x - content.x) / content.width, y: (pointer.y - content.y) / content.height };
  const center = (at: number, of: number, from: number, room: number, length: number) =>
    clamp(of + (from + room / 2 - at) / (length * grown), 0, 1);
  if (factor === 1) return NO_ZOOM;
  return {
    factor,
    x: center(pointer.x, share.x, frame.x, frame.width, content.width),
    y: center(pointer.y, share.y, frame.y, frame.height, content.height),
  };
}

/** Pans the content by a distance in pixels. */
export function panBy(zoom: Zoom, dx: number, dy: number, content: Box, frame: Box): Zoom {
  const along = (moved: number, from: number, room: number, start: number, length: number) =>
    clamp((from + room / 2 - (start + moved)) / length, 0, 1);
  return {
    factor: zoom.factor,
    x: along(dx, frame.x, frame.width, content.x, content.width),
    y: along(dy, frame.y, frame.height, content.y, content.height),
  };
}
