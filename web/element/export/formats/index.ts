// The registry of export formats.
import { csv } from './csv.js';
import { frame } from './frame.js';
import { gif } from './gif.js';
import { htmlPage } from './html.js';
import { json } from './json.js';
import { link } from './link.js';
import { png } from './png.js';
import { safetensors } from './safetensors.js';
import { svg } from './svg.js';
import { tag } from './tag.js';
import { video } from './video.js';

export { exportAs } from '../export-as.js';

/**
 * Export formats, in the order of the export menu. To add a format, add a file, a line here, and a label in the
 * interface texts.
 */
export const FORMATS = [png, svg, video, gif, htmlPage, json, csv, safetensors, link, tag, frame] as const;

export type FormatName = (typeof FORMATS)[number]['name'];
