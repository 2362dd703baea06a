// Draws numbers as colored cells: red above 0, violet below 0. The opacity of a cell stands for the magnitude.
import { svg, type SVGTemplateResult } from 'lit';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws one number as a colored cell. @param largest magnitude that is drawn with full opacity */
export function cell(value: number, largest: number, { x, y, width, height }: Box): SVGTemplateResult {
  const color = value < 0 ? '--_spotlight-negative' : '--_spotlight-positive';
  const opacity = Math.min(1, Math.abs(value) / largest).toFixed(2);
  return svg`<rect x=${x} y=${y} width=${width} height=${height} fill="var(${color})" fill-opacity=${opacity} />`;
}
