// Contrast of all words and numbers with their background, in every view and in both themes (WCAG 2: 4.5 : 1).
import { contrastingText, palettes, rgb, weightScale } from '../../../web/view/marks/palette.js';
import { STAGE_NAMES } from '../../../web/view/stages.js';
import { VIEW_NAMES } from '../../../web/view/views/index.js';
import { viewModelOf, viewNamed } from '../view-models.mjs';

const LEGIBLE = 4.5;

/** Relative luminance of a color with channels 0 … 255. */
function luminance(color) {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const over = (color, alpha, behind) => behind.map((channel, at) => channel + (color[at] - channel) * alpha);

const parse = (color) =>
  color.startsWith('#') ? rgb(color) : /^rgb\((\d+),(\d+),(\d+)\)$/.exec(color).slice(1).map(Number);

/** Color and opacity of a mark (a painted shape of a scene) at a point; null if the mark does not cover the point. */
function colorAt(mark, { x, y }) {
  if (x < mark.x || y < mark.y || x >= mark.x + mark.width || y >= mark.y + mark.height) return null;
  const opacity = mark.opacity ?? 1;
  if (mark.kind === 'rect') return mark.fill ? { color: parse(mark.fill), alpha: opacity } : null;
  if (mark.kind !== 'cells') return null;
  const row = Math.floor(((y - mark.y) / mark.height) * mark.rows);
  const column = Math.floor(((x - mark.x) / mark.width) * mark.columns);
  const at = 4 * (row * mark.columns + column);
  const [red, green, blue, alpha] = mark.colors.slice(at, at + 4);
  return { color: [red, green, blue], alpha: (opacity * alpha) / 255 };
}

/** Fully opaque texts of a scene, each with its contrast to the marks painted below it. */
function textsOf({ layers }, surface) {
  const marks = layers.flatMap((layer) => layer.marks);
  return marks.flatMap((mark, index) => {
    if (mark.kind !== 'text' || (mark.opacity ?? 1) < 1) return [];
    const behind = marks.slice(0, index).reduce((color, each) => {
      const painted = colorAt(each, mark);
      return painted ? over(painted.color, painted.alpha, color) : color;
    }, parse(surface));
    return [{ text: mark.text, contrast: contrast(parse(mark.fill), behind) }];
  });
}

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
  const { surface } = palettes[theme];

  test.each(VIEW_NAMES)('words and numbers of the view %s', (name) => {
    const view = viewNamed(name);
    const cell = { matrix: 'attention', row: 7, column: 1 };
    for (const stage of STAGE_NAMES) {
      const viewModel = viewModelOf('The cat sat on the mat because it was tired', {
        model: 'default',
        layer: 3,
        head: 0,
        theme,
        causal: true,
        moment: { stage, progress: 1 },
        selection: { row: 7, cell },
      });
      const scene = view.draw({ ...viewModel, height: view.requiredHeight?.(viewModel) ?? 900, width: 1400 });
      const texts = textsOf(scene, surface);
      expect(texts.filter(({ contrast: is }) => is < LEGIBLE)).toEqual([]);
    }
  });

  test('a number on any color of a scale', () => {
    const { color } = weightScale(palettes[theme]);
    for (let step = 0; step <= 255; step++) {
      const behind = color(step / 255);
      expect(contrast(parse(contrastingText(behind)), behind)).toBeGreaterThan(LEGIBLE);
    }
  });
});

test.each(['dark', 'light'])(
  'equal weights have equal colors in every text, and a flatter row looks weaker (%s)',
  (theme) => {
    const { color, low, high } = weightScale(palettes[theme]);
    expect([low, high]).toEqual([0, 1]);
    const distance = (weight) => Math.hypot(...color(weight).map((channel, at) => channel - color(0)[at]));
    for (let tokens = 2; tokens <= 512; tokens *= 2) expect(distance(1 / tokens)).toBeLessThan(distance(2 / tokens));
    expect(distance(0.01)).toBeGreaterThan(8); // small weights of a long text are visible
  },
);
