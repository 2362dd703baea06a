// Lines of text below an exported scene. In the view 'heads', which has no room for tokens, they name the text and the
// model; in the arc view, they name the head and explain the numbers.
import { nameOf } from './model-facts.js';
import { textMeasure } from '../render/text-measure.js';
import { viewNamed } from '../../view/views/index.js';
import { wrapped } from './wrapped.js';
import type { Scene, TextMark } from '../../view/scene.js';
import type { Snapshot } from './snapshot.js';

const LINE = { height: 22, size: 14, margin: 12 };

interface Paragraph {
  text: string;
  fill: string;
}

const noteOf = ({ texts, viewModel }: Snapshot): Paragraph => ({
  text: viewModel.steps ? texts.exportNote : texts.externalExportNote,
  fill: viewModel.palette.muted,
});

/** Adds paragraphs below an exported scene, wrapped to its width. */
function withLines({ scene, fonts }: Snapshot, paragraphs: readonly Paragraph[]): Scene {
  const measure = textMeasure(document.createElement('canvas').getContext('2d')!, fonts);
  const { size, margin } = LINE;
  const { width } = scene;
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

/** The exported scene. In views that have no room for tokens, the text is below it. */
export function pictureOf(snapshot: Snapshot): Scene {
  const { scene, state, title, model, texts, viewModel } = snapshot;
  if (viewNamed(state.view).footer !== 'title') return scene;
  const name = model ? nameOf(texts, model) : '';
  const paragraphs = [title, name].filter((text) => text !== '');
  return withLines(snapshot, [...paragraphs.map((text) => ({ text, fill: viewModel.palette.text })), noteOf(snapshot)]);
}

/** The exported scene, with captions below it in views that need them. */
export function captionedPictureOf(snapshot: Snapshot): Scene {
  const { state, captions, viewModel } = snapshot;
  if (viewNamed(state.view).footer !== 'captions') return pictureOf(snapshot);
  return withLines(snapshot, [...captions.map((text) => ({ text, fill: viewModel.palette.text })), noteOf(snapshot)]);
}
