// Head roles that are defined by attention weights: each role determines the keys to which a head attends from a query,
// its targets.
import type { AttentionType } from '../../engine/transformer/head-ref.js';

/** A sequence of tokens on which heads are scored. */
export interface WatchedTokens {
  readonly ids: readonly number[];
  /** Texts of the tokens; null for random tokens. */
  readonly texts: readonly string[] | null;
  readonly isCausal: boolean;
}

/**
 * Returns the positions of the keys to which a head with this role attends from a query. A query without such targets
 * is not counted.
 */
type Targets = (tokens: WatchedTokens, query: number) => readonly number[];

interface WeightRole {
  readonly isOfTexts: boolean;
  readonly attentions: readonly AttentionType[];
  readonly targets: Targets;
}

const BOTH = ['encoder', 'decoder'] as const;
const PUNCTUATION = /^\s*\p{P}+\s*$/u;

/** Positions of the keys that a query may attend to: all of them, or under a causal mask those up to its own. */
const keysOf = ({ ids, isCausal }: WatchedTokens, query: number): number[] => [
  ...Array(isCausal ? query + 1 : ids.length).keys(),
];

const previous: Targets = (_, query) => (query > 0 ? [query - 1] : []);

const duplicate: Targets = (tokens, query) =>
  keysOf(tokens, query).filter((key) => key !== query && tokens.ids[key] === tokens.ids[query]);

export const WEIGHT_ROLES = {
  /** Role `previous`: the target is the token before the query. The first query has none and is not counted. */
  previous: { isOfTexts: false, attentions: BOTH, targets: previous },
  /** Role `previousOnText`: the target is the token before the query, in sentences, where the words help to find it. */
  previousOnText: { isOfTexts: true, attentions: BOTH, targets: previous },
  /** Role `next`: the target is the token after the query. */
  next: {
    isOfTexts: false,
    attentions: ['encoder'],
    targets: ({ ids }, query) => (query + 1 < ids.length ? [query + 1] : []),
  },
  /** Role `duplicate`: the targets are the other occurrences of the query's token; in a decoder, only earlier ones. */
  duplicate: { isOfTexts: false, attentions: BOTH, targets: duplicate },
  /**
   * Role `induction`, also called prefix matching (Olsson et al. 2022): the targets are the tokens that follow earlier
   * occurrences of the query's token.
   */
  induction: {
    isOfTexts: false,
    attentions: ['decoder'],
    targets: (tokens, query) => duplicate(tokens, query).map((key) => key + 1),
  },
  /** Role `first`, an attention sink: the target is the first token, for every later query (Gu et al. 2024). */
  first: { isOfTexts: false, attentions: BOTH, targets: (_, query) => (query > 0 ? [0] : []) },
  /** Role `punctuation`: the targets are the tokens that consist of punctuation only. */
  punctuation: {
    isOfTexts: true,
    attentions: BOTH,
    targets: (tokens, query) => keysOf(tokens, query).filter((key) => PUNCTUATION.test(tokens.texts![key]!)),
  },
} as const satisfies Readonly<Record<string, WeightRole>>;

export type WeightRoleName = keyof typeof WEIGHT_ROLES;

/** Sums over the queries of one sequence, from which a head's score for a role is computed. */
export interface RoleSums {
  /** Number of queries that have targets, and are therefore counted. */
  readonly queries: number;
  /** Total weight of the head on the target keys. */
  readonly weight: number;
  /** Total weight on the target keys that a head with uniform attention would have. */
  readonly uniform: number;
  /** Sums without the first token as a key, like those above; `mass` is the total weight on all keys but the first. */
  readonly rest: { readonly weight: number; readonly uniform: number; readonly mass: number; readonly queries: number };
}

/**
 * Sums a head's weights on the target keys of a role over the queries of a sequence.
 * @param weights attention weights of one head, [queries, keys]
 * @param targets positions of the target keys of each query
 */
export function sumOf(weights: Float32Array, tokens: WatchedTokens, targets: readonly (readonly number[])[]): RoleSums {
  const { length } = tokens.ids;
  const sums = { queries: 0, weight: 0, uniform: 0 };
  const rest = { queries: 0, weight: 0, uniform: 0, mass: 0 };
  targets.forEach((keys, query) => {
    if (keys.length === 0) return;
    const row = weights.subarray(query * length, (query + 1) * length);
    const allowed = tokens.isCausal ? query + 1 : length;
    sums.queries += 1;
    sums.weight += weightOn(row, keys);
    sums.uniform += keys.length / allowed;
    const others = keys.filter((key) => key > 0);
    if (others.length === 0) return;
    const mass = Math.max(0, 1 - row[0]!);
    rest.queries += 1;
    rest.weight += weightOn(row, others);
    rest.uniform += (mass * others.length) / (allowed - 1);
    rest.mass += mass;
  });
  return { ...sums, rest };
}

const weightOn = (row: Float32Array, keys: readonly number[]): number => keys.reduce((sum, key) => sum + row[key]!, 0);
