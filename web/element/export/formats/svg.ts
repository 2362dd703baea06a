// The export format 'svg': the scene as a scalable image.
import { toSvg } from '../../../view/output/svg.js';
import { nameOf } from '../model-facts.js';
import { captionedPictureOf, pictureOf } from '../footer.js';
import { always, textFile, type ExportFormat } from './format.js';
import type { Scene } from '../../../view/scene.js';
import type { Snapshot } from '../snapshot.js';

export const svgOf = (snapshot: Snapshot, scene: Scene = pictureOf(snapshot)): string => {
  const { background, texts, title, model } = snapshot;
  const name = model ? nameOf(texts, model) : '';
  const label = `${texts.title}${texts.colon}${title}`;
  return toSvg(scene, background, name === '' ? label : `${label} (${name})`);
};

export const svg = {
  name: 'svg',
  isSupported: always,
  export: (snapshot) => textFile('svg', 'image/svg+xml', svgOf(snapshot, captionedPictureOf(snapshot))),
} as const satisfies ExportFormat;
