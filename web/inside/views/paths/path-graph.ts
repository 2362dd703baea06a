// Selects the strongest paths from tokens through heads to the answer, and arranges them in a graph.
import { isSameHead, type AttentionType, type HeadRef } from '../../../engine/transformer/head-ref.js';
import type { PerAttention } from '../../../analysis/index.js';

/**
 * A path from a key token through a head to the answer, and its effect. A positive effect raises the logit difference.
 */
export interface Path {
  readonly at: HeadRef;
  readonly key: number;
  readonly value: number;
}

export interface StrongPaths {
  /** Displayed paths, in descending order of the magnitudes of their effects. */
  readonly paths: readonly Path[];
  /** Number of paths whose effect is not zero. */
  readonly all: number;
  /** Number of paths whose effect reaches the threshold. */
  readonly strong: number;
  /** Share of the displayed paths in the sum of the magnitudes of all paths' effects, from 0 to 1. */
  readonly share: number;
  /** Sum of the displayed paths' effects. */
  readonly sum: number;
  /** Sum of all paths' effects. */
  readonly total: number;
}

export const MOST_PATHS = 48;

/**
 * Selects the strongest paths.
 * @param threshold minimum magnitude of an effect, as a share of that of the strongest path, from 0 to 1
 */
export function strongPaths(paths: PerAttention, threshold: number): StrongPaths {
  const known = Object.entries(paths).flatMap(([attention, { data, shape }]) => {
    const [, heads, keys] = shape as [number, number, number];
    return Array.from(data, (value, index): Path => {
      const head = Math.floor(index / keys);
      const at = { attention: attention as AttentionType, layer: Math.floor(head / heads), head: head % heads };
      return { at, key: index % keys, value };
    }).filter(({ value }) => value !== 0);
  });
  known.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const least = threshold * Math.abs(known[0]?.value ?? 0);
  const strong = known.filter(({ value }) => Math.abs(value) >= least);
  const shown = strong.slice(0, MOST_PATHS);
  const sum = (each: readonly Path[]) => each.reduce((all, { value }) => all + value, 0);
  const size = (each: readonly Path[]) => each.reduce((all, { value }) => all + Math.abs(value), 0);
  return {
    paths: shown,
    all: known.length,
    strong: strong.length,
    share: known.length > 0 ? size(shown) / size(known) : 0,
    sum: sum(shown),
    total: sum(known),
  };
}

/** A node of the graph: a token or a head, and its y coordinate in pixels. */
interface Node<Of> {
  readonly of: Of;
  readonly y: number;
}

export interface TokenRef {
  readonly stack: 'encoder' | 'decoder';
  readonly key: number;
}

export interface PathGraph {
  readonly height: number;
  readonly tokens: readonly Node<TokenRef>[];
  readonly heads: readonly (Node<HeadRef> & { readonly value: number })[];
  readonly answer: number;
  /** y coordinates of the two ends of each path's curve, at its token and at its head, in pixels. */
  readonly ends: readonly (readonly [token: number, head: number])[];
}

/** Height of a node's row in the graph, in pixels. */
const ROW = 26;

/** Stack (encoder or decoder) that contains the tokens to which a head attends. */
export const stackOfKeys = ({ attention }: HeadRef): TokenRef['stack'] =>
  attention === 'decoder' ? 'decoder' : 'encoder';

const ORDER: readonly AttentionType[] = ['encoder', 'decoder', 'cross'];

/**
 * Arranges paths in a graph. The tokens are in the order of the text, the heads in the order of the model, and the
 * answer is at half height.
 */
export function pathGraph(paths: readonly Path[]): PathGraph {
  const tokens = unique(
    paths.map(({ at, key }): TokenRef => ({ stack: stackOfKeys(at), key })),
    (a, b) => a.stack === b.stack && a.key === b.key,
  ).sort((a, b) => (a.stack === b.stack ? a.key - b.key : a.stack < b.stack ? 1 : -1));
  const heads = unique(
    paths.map(({ at }) => at),
    isSameHead,
  ).sort((a, b) => a.layer - b.layer || ORDER.indexOf(a.attention) - ORDER.indexOf(b.attention) || a.head - b.head);
  const rows = Math.max(1, tokens.length, heads.length);
  const place = (count: number) => (index: number) => (ROW * rows * (index + 0.5)) / count;
  const [yOfToken, yOfHead] = [place(tokens.length), place(heads.length)];
  const indexOf = (path: Path) => ({
    token: tokens.findIndex(({ stack, key }) => stack === stackOfKeys(path.at) && key === path.key),
    head: heads.findIndex((head) => isSameHead(head, path.at)),
  });
  return {
    height: ROW * rows,
    tokens: tokens.map((of, index) => ({ of, y: yOfToken(index) })),
    heads: heads.map((of, index) => ({
      of,
      y: yOfHead(index),
      value: paths.reduce((sum, { at, value }) => (isSameHead(at, of) ? sum + value : sum), 0),
    })),
    answer: (ROW * rows) / 2,
    ends: paths.map((path) => {
      const { token, head } = indexOf(path);
      return [yOfToken(token), yOfHead(head)] as const;
    }),
  };
}

function unique<Value>(values: readonly Value[], isSame: (a: Value, b: Value) => boolean): Value[] {
  const known: Value[] = [];
  for (const value of values) if (!known.some((each) => isSame(each, value))) known.push(value);
  return known;
}
