// The panels of all heads have no room for the tokens: an exported picture of them says below whose attention it is.
import { nameOf } from './model-facts.js';
import { textMeasure } from '../render/text-measure.js';
import { wrapped } from './wrapped.js';
import type { Scene, TextMark } from '../../view/scene.js';
import type { Snapshot } from './snapshot.js';

const LINE = { height: 22, size: 14, margin: 12 };

/** The scene; that of all heads with the text below it. */
export function pictureOf({ scene, state, title, model, texts, viewModel, fonts }: Snapshot): Scene {
  if (state.view !== 'heads') return scene;
  const { palette } = viewModel;
  const measure = textMeasure(document.createElement('canvas').getContext('2d')!, fonts);
  const { size, margin } = LINE;
  const { width } = scene;
  const name = model ? nameOf(texts, model) : '';
  const paragraphs = [
    { text: title, fill: palette.text },
    ...(name === '' ? [] : [{ text: name, fill: palette.text }]),
    { text: viewModel.steps ? texts.exportNote : texts.externalExportNote, fill: palette.muted },
  ];
  const lines = paragraphs.flatMap(({ text, fill }) =>
    wrapped(text, width - 2 * margin, (part) => measure(part, size)).map((line) => ({ text: line, fill })),
  );
  const height = scene.height + lines.length * LINE.height + margin;
  const marks = lines.map((line, index): TextMark => ({
    kind: 'text',
    x: margin,
    y: scene.height + (index + 0.5) * LINE.height,
    size,
    align: 'left',
    ...line,
  }));
  return { ...scene, height, layers: [...scene.layers, { clip: { x: 0, y: 0, width, height }, marks }] };
}
