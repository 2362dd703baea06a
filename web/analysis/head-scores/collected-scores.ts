// Collects each head's scores on many sequences, and averages them by role.
import type { AttentionType } from '../../engine/transformer/head-ref.js';
import { meanScore, type Score, type SequenceScore } from './mean-score.js';
import { WEIGHT_ROLES, type RoleSums, type WeightRoleName } from './role-targets.js';

/**
 * Head roles that are scored. By attention weights: `previous`, `previousOnText`, `next`, `duplicate`, `induction`,
 * `first`, `punctuation`; by the similarity of attention patterns: `positionOnly`; by value vectors: `copying`.
 */
export type HeadRoleName = WeightRoleName | 'positionOnly' | 'copying';

export interface RoleScore extends Score {
  /**
   * Score without the first token, which many heads use as an attention sink: its weight is excluded, and the weights
   * of the other keys are renormalized. null for the role `first`, whose target is the first token, and for `copying`.
   */
  readonly withoutFirst: Score | null;
}

interface Place {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
}

/** Scores of a head for one role on one sequence: with all keys, and without the first token as a key. */
export interface SequencePair {
  readonly all: SequenceScore;
  readonly withoutFirst: SequenceScore | null;
}

/** Computes a head's scores on a sequence from sums over its queries. */
export function pairOf({ queries, weight, uniform, rest }: RoleSums): SequencePair {
  const share = (sum: number, of: number) => (of > 0 ? sum / of : 0);
  return {
    all: { score: share(weight, queries), baseline: share(uniform, queries), n: queries },
    withoutFirst: {
      score: share(rest.weight, rest.mass),
      baseline: share(rest.uniform, rest.mass),
      n: rest.mass > 0 ? rest.queries : 0,
    },
  };
}

const ROLES = [...(Object.keys(WEIGHT_ROLES) as WeightRoleName[]), 'positionOnly', 'copying'] as const;

export class CollectedScores {
  readonly #pairs = new Map<string, SequencePair[]>();

  add(place: Place, role: HeadRoleName, pair: SequencePair): void {
    const key = keyOf(place, role);
    const pairs = this.#pairs.get(key);
    if (pairs) pairs.push(pair);
    else this.#pairs.set(key, [pair]);
  }

  /** Scores of a head by role, averaged over the sequences. Roles for which no query was counted are left out. */
  rolesOf(place: Place): Partial<Record<HeadRoleName, RoleScore>> {
    return Object.fromEntries(
      ROLES.flatMap((role) => {
        const pairs = this.#pairs.get(keyOf(place, role)) ?? [];
        const score = meanScore(pairs.map(({ all }) => all));
        if (!score) return [];
        const withoutFirst = meanScore(pairs.flatMap((pair) => pair.withoutFirst ?? []));
        return [[role, { ...score, withoutFirst }]];
      }),
    );
  }
}

const keyOf = ({ attention, layer, head }: Place, role: HeadRoleName): string =>
  `${attention}.${layer}.${head}.${role}`;
