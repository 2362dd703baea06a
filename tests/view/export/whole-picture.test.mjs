// Exported images show the whole scene, including the parts that the canvas leaves out.
import { wrapped } from '../../../web/element/export/wrapped.js';
import { drawnView, marksOf, marksWith, viewModelOf, viewNamed } from '../view-models.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const LONG = `The professor of computational linguistics thanked her grandchildren because ${'they had helped '.repeat(9)}`;
const EDGE = 2; // maximum extent of an outline beyond its mark, in pixels

function boxOf({ text, x, y, size, align }, measure) {
  const width = measure(text, size);
  const left = x - { left: 0, center: width / 2, right: width }[align];
  return { x: left, y: y - size / 2, width, height: size };
}

function expectInside({ width, height }, { x, y, width: w, height: h }, what) {
  expect([what, Math.min(x, y) >= -EDGE, x + w <= width + EDGE, y + h <= height + EDGE]).toEqual([
    what,
    true,
    true,
    true,
  ]);
}

const textsOf = (scene) => marksOf(scene).filter(({ kind }) => kind === 'text');

describe.each([
  ['a phone', 390, 363],
  ['a desktop', 938, 420],
])('a picture from %s', (_, width, height) => {
  for (const [text, state] of [
    [SENTENCE, {}],
    [LONG, {}],
    ['猫坐在椅子上，因为它累了', {}],
    [SENTENCE, { model: 'default', attention: 'cross' }],
  ]) {
    const name = `${text.slice(0, 12)}…${state.attention ?? ''}`;
    test.each(['tokens', 'project', 'score', 'softmax', 'sum', 'output'])(
      `of the steps crops no matrix and no label (${name}, %s)`,
      (stage) => {
        const viewModel = viewModelOf(text, { ...state, width, height, moment: { stage, progress: 1 } });
        const scene = viewNamed('steps').draw(viewModel, true);
        for (const region of scene.regions) expectInside(scene, region, region.matrix);
        for (const mark of marksOf(scene)) {
          if (mark.kind === 'rect' || mark.kind === 'cells') expectInside(scene, mark, mark.kind);
          if (mark.kind === 'text' && !mark.turn) expectInside(scene, boxOf(mark, viewModel.measure), mark.text);
          if (mark.kind === 'cells') expect(mark.opacity).toBe(1);
        }
        const labels = textsOf(scene).map((mark) => mark.text);
        expect(labels.filter((each) => each.endsWith('…'))).toEqual([]);
        // Number of places at which each token is written at a stage: in the sentence, left of X, and left of the
        // attention matrix.
        const times = { tokens: 1, project: 2 }[stage] ?? 3;
        for (const token of new Set(viewModel.queryTokens))
          expect(labels.filter((each) => each === token).length).toBeGreaterThanOrEqual(times);
      },
    );
  }

  test('of the matrix shows all of it, even when zoomed in', () => {
    const zoom = { factor: 4, x: 0.9, y: 0.1 };
    for (const text of [SENTENCE, LONG]) {
      const viewModel = { ...viewModelOf(text, { width, height, moment: { stage: 'softmax', progress: 1 } }), zoom };
      const scene = viewNamed('matrix').draw(viewModel, true);
      const [{ rows, columns, ...box }] = scene.regions;
      expectInside(scene, box, 'attention');
      const tokens = viewModel.queryTokens;
      expect([rows, columns]).toEqual([tokens.length, tokens.length]);
      const left = marksWith(scene, 'row-label');
      expect(left.map((mark) => mark.text)).toEqual(tokens);
    }
  });

  test('of external attention labels every token of its sentence', async () => {
    const viewModel = { ...viewModelOf(LONG, { width, height }), steps: null };
    const { draw } = await drawnView({ view: 'steps', matrices: false }, false);
    const scene = draw(viewModel, true);
    expect(scene.tokens.map(({ token }) => token)).toEqual(expect.arrayContaining([...viewModel.queryTokens.keys()]));
    for (const region of [...scene.regions, ...scene.tokens]) expectInside(scene, region, 'region');
  });
});

describe('layout of videos and GIFs', () => {
  const [width, height, pixelRatio] = [720, 468, 4 / 3]; // size without the caption

  test.each(['ledger', 'steps', 'matrix'])('has no text smaller than 12 pixels at the end of a stage (%s)', (view) => {
    for (const stage of ['embed', 'project', 'score', 'softmax', 'sum', 'output']) {
      const scene = viewNamed(view).draw(viewModelOf(SENTENCE, { width, height, moment: { stage, progress: 1 } }));
      const words = textsOf(scene).filter(({ opacity = 1 }) => opacity > 0.3);
      for (const { text, size } of words) expect([text, size * pixelRatio >= 11.9]).toEqual([text, true]);
    }
  });
});

describe('caption lines', () => {
  const measure = (text) => Array.from(text).length * 10;

  test('break between words and lose none', () => {
    const text = 'Made with Spotlight. Every number is computed from the text above.';
    const lines = wrapped(text, 200, measure);
    expect(lines.join(' ')).toBe(text);
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(200);
  });

  test('do not begin with closing punctuation', () => {
    const lines = wrapped('由聚光灯制作。每个数都由上面的文字真实算出，没有一个是编的。', 100, measure);
    expect(lines.join('')).toBe('由聚光灯制作。每个数都由上面的文字真实算出，没有一个是编的。');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).not.toMatch(/^[，。、！？；：）」”]/);
  });
});
