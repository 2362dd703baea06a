// Declarative options. A schema declares each option with its check and its default; the callers' interface and the
// type of the checked values are derived from it.
import { expectOptions } from './checks.js';

/**
 * An option: `Input` is its type for callers, `Value` the type of the checked value, `Context` what it is checked
 * against.
 */
export interface Option<Input, Value, Context> {
  readonly check: (name: string, value: unknown, context: Context) => Value;
  readonly fallback: Value;
  /** Never set; only carries the type that callers pass. */
  readonly input?: Input;
}

export const option = <Value, Input = NonNullable<Value>, Context = unknown>(
  check: (name: string, value: unknown, context: Context) => Value,
  fallback: Value,
): Option<Input, Value, Context> => ({ check, fallback });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- options of any types
export type Schema<Context> = Readonly<Record<string, Option<any, any, Context>>>;

/** Callers' interface of the options in a schema. Where null is allowed, it means none. */
export type OptionsOf<S> = {
  -readonly [Key in keyof S]?: S[Key] extends { readonly input?: infer Input; readonly fallback: infer Value }
    ? Exclude<Input, undefined> | (null extends Value ? null : never)
    : never;
};

/** Checked values of the options in a schema, with defaults filled in. */
export type CheckedOf<S> = {
  -readonly [Key in keyof S]: S[Key] extends { readonly fallback: infer Value } ? Value : never;
};

/**
 * Checks options against a schema. `prefix` precedes the option's name in error messages.
 * @throws TypeError or RangeError that names the option
 */
export function checkOptions<Context, S extends Schema<Context>>(
  name: string,
  value: unknown,
  schema: S,
  context: Context,
  prefix = '',
): CheckedOf<S> {
  return checkGiven(expectOptions(name, value, Object.keys(schema)), schema, context, prefix);
}

/** Same as `checkOptions`, but also returns the options named in `others`, which are checked elsewhere. */
export function checkOptionsWithOthers<Context, S extends Schema<Context>>(
  name: string,
  value: unknown,
  schema: S,
  context: Context,
  others: readonly string[],
): [CheckedOf<S>, Readonly<Record<string, unknown>>] {
  const given = expectOptions(name, value, [...Object.keys(schema), ...others]);
  return [checkGiven(given, schema, context, ''), given];
}

function checkGiven<Context, S extends Schema<Context>>(
  given: Readonly<Record<string, unknown>>,
  schema: S,
  context: Context,
  prefix: string,
): CheckedOf<S> {
  const checked: Record<string, unknown> = {};
  for (const [key, { check, fallback }] of Object.entries<Option<unknown, unknown, Context>>(schema)) {
    const isLeftOut = given[key] === undefined || (given[key] === null && fallback === null);
    checked[key] = isLeftOut ? fallback : check(prefix + key, given[key], context);
  }
  return checked as CheckedOf<S>;
}
