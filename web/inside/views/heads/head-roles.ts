// Names a head by its role, such as `induction`, if its scores are high enough.
import type { HeadRoleName, HeadScore, RoleScore } from '../../../analysis/index.js';

/** Roles by which a head can be named. */
export const NAMED_ROLES = ['previous', 'next', 'duplicate', 'induction', 'punctuation'] as const;
export type NamedRole = (typeof NAMED_ROLES)[number];

/**
 * Role by which a head is named, for each role that has a score. Both scores for the previous token, on random tokens
 * and in sentences, name the same role.
 */
const NAMING = {
  previous: 'previous',
  previousOnText: 'previous',
  next: 'next',
  duplicate: 'duplicate',
  induction: 'induction',
  punctuation: 'punctuation',
} as const satisfies Partial<Record<HeadRoleName, NamedRole>>;

/**
 * Minimum score of a role (the share of the head's weight on the role's keys, without the first token) for the head to
 * be named by it.
 */
export const NAMED_FROM = 0.5;

export interface NamedHead {
  readonly role: NamedRole;
  /** Score of the head for this role, without the first token as a key. */
  readonly score: number;
}

/**
 * Role by which a head is named: the one with the highest score, if most of the head's weight is on the role's keys
 * (not counting the first token) and if its confidence interval is above uniform attention. Null if the head has no
 * simple pattern.
 */
export function nameOfHead({ roles }: Pick<HeadScore, 'roles'>): NamedHead | null {
  const found = (Object.keys(NAMING) as (keyof typeof NAMING)[]).flatMap((name) => {
    const score = roles[name] && comparable(roles[name]);
    return score && score.score >= NAMED_FROM && score.interval[0] > score.baseline
      ? [{ role: NAMING[name], score: score.score }]
      : [];
  });
  return found.reduce<NamedHead | null>((best, each) => (best && best.score >= each.score ? best : each), null);
}

/** Score by which roles are compared: the one without the first token as a key, if it exists. */
export const comparable = (score: RoleScore) => score.withoutFirst ?? score;

/** True if at least half of the head's weight is on the first token, which is then an attention sink. */
export const isSink = ({ roles }: Pick<HeadScore, 'roles'>): boolean => (roles.first?.score ?? 0) >= 0.5;

/**
 * Head that the view selects by default: the one with the highest score among the named heads that are not attention
 * sinks; null if there is none.
 */
export function firstShown(heads: readonly HeadScore[]): HeadScore | null {
  const named = heads
    .filter((head) => !isSink(head))
    .map((head) => ({ head, score: nameOfHead(head)?.score ?? 0 }))
    .filter(({ score }) => score > 0);
  return (
    named.reduce<(typeof named)[number] | null>((best, each) => (best && best.score >= each.score ? best : each), null)
      ?.head ?? null
  );
}
