// Graph of the strongest paths from tokens through heads to the answer, in “Look inside”.
import { MOST_PATHS, pathGraph, strongPaths } from '../../../web/inside/views/paths/path-graph.js';

const tensor = (data, shape) => ({ data: Float32Array.from(data.flat(3)), shape });
/** Contributions to a logit, [layers, heads, keys], of two layers with two heads each, for three keys. */
const DECODER = tensor(
  [
    [
      [1, 0, 0],
      [0, -4, 0.5],
    ],
    [
      [2, 0, 0],
      [0, 0, 0],
    ],
  ],
  [2, 2, 3],
);
const at = (layer, head, attention = 'decoder') => ({ attention, layer, head });

test('the strongest come first, whatever their sign, and those below the threshold are left out', () => {
  const strong = strongPaths({ decoder: DECODER }, 0.5);
  expect(strong.paths).toEqual([
    { at: at(0, 1), key: 1, value: -4 },
    { at: at(1, 0), key: 0, value: 2 },
  ]);
  expect(strong).toMatchObject({ all: 4, strong: 2, share: 6 / 7.5, sum: -2, total: -0.5 });
  expect(strongPaths({ decoder: DECODER }, 1).paths).toHaveLength(1);
  expect(strongPaths({ decoder: DECODER }, 0.01)).toMatchObject({ share: 1, sum: -0.5 });
});

test('a picture has a limited number of paths; no paths are none', () => {
  const many = strongPaths({ decoder: tensor(Array(100).fill(1), [1, 1, 100]) }, 0.5);
  expect(many.paths).toHaveLength(MOST_PATHS);
  expect(many).toMatchObject({ strong: 100, share: MOST_PATHS / 100 });
  expect(strongPaths({ decoder: tensor([0, 0], [1, 1, 2]) }, 0.5)).toMatchObject({ paths: [], all: 0, share: 0 });
});

test('tokens stand in the order of the text, heads in that of the model, with the sum of their paths', () => {
  const { paths } = strongPaths({ decoder: DECODER }, 0.01);
  const graph = pathGraph(paths);
  expect(graph.tokens.map(({ of }) => of.key)).toEqual([0, 1, 2]);
  expect(graph.heads.map(({ of, value }) => [of.layer, of.head, value])).toEqual([
    [0, 0, 1],
    [0, 1, -3.5],
    [1, 0, 2],
  ]);
  const heights = (nodes) => nodes.map(({ y }) => y);
  for (const nodes of [graph.tokens, graph.heads]) {
    expect(heights(nodes)).toEqual(heights(nodes).toSorted((a, b) => a - b));
    expect(Math.max(...heights(nodes))).toBeLessThan(graph.height);
  }
  // The first path that is drawn is the strongest, −4: from the second token to the second head.
  expect(graph.ends[0]).toEqual([graph.tokens[1].y, graph.heads[1].y]);
});

test('tokens of the encoder, which cross-attention reads, stand above those of the decoder', () => {
  const { paths } = strongPaths({ decoder: DECODER, cross: tensor([3, 1], [1, 1, 2]) }, 0.01);
  const { tokens } = pathGraph(paths);
  expect(tokens.map(({ of }) => `${of.stack} ${of.key}`)).toEqual([
    'encoder 0',
    'encoder 1',
    'decoder 0',
    'decoder 1',
    'decoder 2',
  ]);
});
