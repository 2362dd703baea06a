// Roles that a head can be named for.
export const NAMED_ROLES = ['previous', 'next', 'duplicate', 'induction', 'punctuation'] as const;
export type NamedRole = (typeof NAMED_ROLES)[number];
