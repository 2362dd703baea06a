// The scene as an SVG image.
import { toSvg } from '../../../view/output/svg.js';
import { pictureOf } from '../footer.js';
import { always, textFile, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

export const svgOf = (snapshot: Snapshot): string => {
  const { background, texts, title } = snapshot;
  return toSvg(pictureOf(snapshot), background, `${texts.title}${texts.colon}${title}`);
};

export const svg = {
  name: 'svg',
  isSupported: always,
  export: (snapshot) => textFile('svg', 'image/svg+xml', svgOf(snapshot)),
} as const satisfies ExportFormat;
