// Role of a head, as far as its scores allow to name one.
import type { HeadRoleName, HeadScore, RoleScore } from '../../../analysis/index.js';

/** Roles that a head can be named for. */
export const NAMED_ROLES = ['previous', 'next', 'duplicate', 'induction', 'punctuation'] as const;
export type NamedRole = (typeof NAMED_ROLES)[number];

/** Roles that name a head, by what they say; previous tokens of random tokens and of sentences are one. */
const NAMING = {
  previous: 'previous',
  previousOnText: 'previous',
  next: 'next',
  duplicate: 'duplicate',
  induction: 'induction',
  punctuation: 'punctuation',
} as const satisfies Partial<Record<HeadRoleName, NamedRole>>;

/** Share of the weight outside the first token from which on a role names a head: most of it. */
export const NAMED_FROM = 0.5;

export interface NamedHead {
  readonly role: NamedRole;
  /** The score that names it, without the first token, on which many heads rest. */
  readonly score: number;
}

/**
 * The role that a head is named for: that with the highest score, if it has most of the weight that is not on the first token, and
 * its interval is above uniform attention; null: no simple pattern.
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

/** A score without the first token, where that is known. */
export const comparable = (score: RoleScore) => score.withoutFirst ?? score;

/** Half of its weight on the first token from which on a head is a sink, which is never shown first. */
export const isSink = ({ roles }: Pick<HeadScore, 'roles'>): boolean => (roles.first?.score ?? 0) >= 0.5;

/** The head to show first: of those that are no sinks, the one that is named for the highest score; null: none is named. */
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
