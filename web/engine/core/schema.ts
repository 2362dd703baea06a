// Options declared by a schema. The schema contains each option's check and default; the callers' interface and the
// type of the checked values are derived from it.
import { expectOptions } from './checks.js';

/**
 * An option in a schema. `Input` is its type for callers, `Value` the type of the checked value, and `Context` the type
 * of additional data for the check, such as the sizes of the inputs.
 */
export interface Option<Input, Value, Context> {
  readonly check: (name: string, value: unknown, context: Context) => Value;
  readonly fallback: Value;
  /** Field without a value, which only carries the type that callers pass. */
  readonly input?: Input;
}

export const option = <Value, Input = NonNullable<Value>, Context = unknown>(
  check: (name: string, value: unknown, context: Context) => Value,
  fallback: Value,
): Option<Input, Value, Context> => ({ check, fallback });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- options of any types
export type Schema<Context> = Readonly<Record<string, Option<any, any, Context>>>;

/** Type of the options in a schema as callers pass them. An option that allows null means "none" by it. */
export type OptionsOf<S> = {
  -readonly [Key in keyof S]?: S[Key] extends { readonly input?: infer Input; readonly fallback: infer Value }
    ? Exclude<Input, undefined> | (null extends Value ? null : never)
    : never;
};

/** Type of the checked options in a schema, with defaults filled in. */
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

/** Same as `checkOptions`, but also accepts the options named in `others` and returns them unchecked. */
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
