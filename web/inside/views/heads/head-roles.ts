// Names a head's role by its scores.
import type { HeadRoleName, HeadScore, RoleScore } from '../../../analysis/index.js';

/** Names of the roles that can name a head. */
export const NAMED_ROLES = ['previous', 'next', 'duplicate', 'induction', 'punctuation'] as const;
export type NamedRole = (typeof NAMED_ROLES)[number];

/** The named role for each scored role. The role "previous token" has two scores: on random tokens and in sentences. */
const NAMING = {
  previous: 'previous',
  previousOnText: 'previous',
  next: 'next',
  duplicate: 'duplicate',
  induction: 'induction',
  punctuation: 'punctuation',
} as const satisfies Partial<Record<HeadRoleName, NamedRole>>;

/** Minimum share of the weight on a role's keys for the role to name a head. The first token is not counted. */
export const NAMED_FROM = 0.5;

export interface NamedHead {
  readonly role: NamedRole;
  /** Score of the role, not counting the first token as a key. */
  readonly score: number;
}

/**
 * The role that names a head: the one with the highest score, if it has most of the weight (not counting the first
 * token) and if its confidence interval is above uniform attention. Null if the head has no simple pattern.
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

/** The score that does not count the first token as a key, if it was measured; otherwise the score itself. */
export const comparable = (score: RoleScore) => score.withoutFirst ?? score;

/** True if at least half of the head's weight is on the first token, which is then an attention sink. */
export const isSink = ({ roles }: Pick<HeadScore, 'roles'>): boolean => (roles.first?.score ?? 0) >= 0.5;

/** Default head: the named head with the highest score that is not an attention sink; null if there is none. */
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
