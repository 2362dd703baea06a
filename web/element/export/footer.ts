// The panels of all heads have no room for the tokens: an exported picture of them says below whose attention it is.
import { truncate } from '../../view/marks/truncate.js';
import type { Scene, TextMark } from '../../view/scene.js';
import type { Surface, ViewModelData } from '../../view/view-model.js';

const LINE = { height: 22, size: 14, margin: 12 };

/** The scene with lines of text below it. */
export function withFooter(
  scene: Scene,
  lines: readonly string[],
  { palette }: ViewModelData,
  { measure }: Surface,
): Scene {
  const { size, margin } = LINE;
  const { width } = scene;
  const height = scene.height + lines.length * LINE.height + margin;
  const marks = lines.map((line, index): TextMark => ({
    ...{ kind: 'text', x: margin, y: scene.height + (index + 0.5) * LINE.height, size, align: 'left' },
    text: truncate(line, width - 2 * margin, (part) => measure(part, size)),
    fill: index === 0 ? palette.text : palette.muted,
  }));
  return { ...scene, height, layers: [...scene.layers, { clip: { x: 0, y: 0, width, height }, marks }] };
}
