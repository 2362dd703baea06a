// The view 'sentence' for running text: it reads like the text, and colors the background of words by their weights.
import fc from 'fast-check';
import { proseOf } from '../../../web/element/source/token-labels.js';
import { marksOf, models, sourceOf, viewModelOf, viewNamed } from '../view-models.mjs';

const { draw, requiredHeight } = viewNamed('sentence');
const sized = (viewModel) => ({ ...viewModel, height: requiredHeight(viewModel) });
const ofKind = (scene, kind) => marksOf(scene).filter((mark) => mark.kind === kind);
const STORY =
  'Once upon a time, there was a little girl named Lily. She loved to play outside in the park. One day, she saw a shiny ball.';
const story = (text, more = {}) =>
  sized(viewModelOf(text, { model: 'stories', attention: 'auto', head: 'auto', ...more }));

/** Random view models of running text: subwords and spaces with random weights, at any width. */
const viewModels = fc
  .record({
    prose: fc.array(fc.constantFrom('a', 'ir', ' g', ' time', '.', ' ', '\n', ' extraordinary', '你', '\n Next'), {
      minLength: 1,
      maxLength: 200,
    }),
    width: fc.integer({ min: 280, max: 1500 }),
    row: fc.nat(199),
    seed: fc.nat(1000),
  })
  .map(({ prose, width, row, seed }) => {
    const data = Float32Array.from({ length: prose.length ** 2 }, (_, index) => ((index * 7919 + seed) % 100) / 100);
    return sized({
      ...viewModelOf('a', { width, selection: { row: row % prose.length, cell: null } }),
      queryTokens: prose,
      keyTokens: prose,
      prose,
      steps: null,
      weights: { data, shape: [prose.length, prose.length] },
    });
  });

test('every token is on the canvas, in reading order', () => {
  fc.assert(
    fc.property(viewModels, (viewModel) => {
      const { tokens, width, height } = draw(viewModel);
      expect(tokens.map(({ token }) => token)).toEqual(viewModel.prose.map((_, index) => index));
      tokens.forEach((box, index) => {
        expect(box.x).toBeGreaterThanOrEqual(0);
        if (viewModel.prose[index].trim() !== '') expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
        expect(box.y + box.height).toBeLessThanOrEqual(height + 0.01);
        const before = tokens[index - 1];
        if (!before) return;
        const isOnItsLine = Math.abs(box.y - before.y) < 0.01;
        if (isOnItsLine) expect(box.x).toBeGreaterThanOrEqual(before.x + before.width - 0.01);
        else expect(box.y).toBeGreaterThanOrEqual(before.y + before.height);
      });
    }),
  );
});

test('the parts of a word are on one line, without gaps', () => {
  for (const width of [390, 800, 1240]) {
    const { tokens } = draw(story(STORY, { width }));
    const { prose } = story(STORY, { width });
    const parts = prose.flatMap((token, index) =>
      index > 1 && !/^\s/.test(token) && prose[index - 1].trim() !== '' ? [index] : [],
    );
    expect(parts.length).toBeGreaterThan(10);
    for (const index of parts) {
      const [before, part] = [tokens[index - 1], tokens[index]];
      expect(part.y).toBe(before.y);
      expect(part.x).toBeCloseTo(before.x + before.width, 3);
    }
  }
});

test('the drawn text equals the original, with its spaces and lines and without hyphens', () => {
  for (const text of [STORY, 'Tom said: "Hi!"\nSue ran.  Then', '']) {
    const tokens = sourceOf(text, { model: 'stories', attention: 'auto', head: 'auto' }).prose;
    expect(tokens.join('')).toBe(text === '' ? '▸' : `▸ ${text}`);
  }
  expect(proseOf(models.stories.tokenize('a 你'), 'a 你').join('')).toBe('▸ a 你₁你₂你₃');
});

test('weights are drawn behind the words, the largest with percentages; arcs only over a single line', () => {
  const long = story(STORY, { width: 700 });
  const row = long.queryTokens.length - 1;
  const scene = draw({ ...long, selection: { row, cell: null } });
  expect(ofKind(scene, 'path')).toEqual([]);
  const weights = [...long.weights.data.subarray(row * (row + 1), (row + 1) ** 2)];
  const visible = weights.filter((weight) => weight >= 0.01);
  const filled = ofKind(scene, 'rect').filter(({ fill }) => fill);
  expect(filled).toHaveLength(visible.length);
  for (const { x, y } of filled) expect(scene.tokens.some((box) => box.x === x && box.y === y)).toBe(true);
  const percentages = ofKind(scene, 'text').filter(({ text }) => text.endsWith('%'));
  expect(percentages[0].text).toBe(`${Math.round(100 * Math.max(...weights))}%`);
  expect(percentages.length).toBeLessThanOrEqual(4);
  const short = story('Once upon a time', { width: 1240 });
  expect(ofKind(draw({ ...short, selection: { row: 4, cell: null } }), 'path').length).toBeGreaterThan(1);
});

test('existing words stay in place while the text grows or the query changes', () => {
  const whole = story(STORY, { width: 1240 });
  const { tokens } = draw(whole);
  for (const row of [0, 5, whole.prose.length - 1])
    expect(draw({ ...whole, selection: { row, cell: null } }).tokens).toEqual(tokens);
  const shorter = story(STORY.slice(0, STORY.indexOf(' One day')), { width: 1240 });
  expect(draw(shorter).tokens).toEqual(tokens.slice(0, shorter.prose.length));
  expect(requiredHeight(shorter)).toBe(requiredHeight(whole));
});
