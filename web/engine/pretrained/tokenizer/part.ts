// A part of tokenizer.json, of which each field is checked when it is read.
import {
  describe,
  expectArray,
  expectBoolean,
  expectObject,
  expectOneOf,
  expectString,
  expectWholeNumber,
} from '../../core/checks.js';

/** Sequences within sequences. */
const MAX_DEPTH = 8;
/** Elements of a list that is no vocabulary: steps of a sequence, tokens of a template. */
const MAX_ELEMENTS = 256;
/** Characters that a rule writes, or that mark a token. */
const MAX_TEXT = 256;

/** An absent field and one that is null are the same. */
export class Part {
  /** Its place in the file, as 'tokenizer.normalizer'. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly #depth: number;

  /** @throws TypeError or RangeError that names it */
  constructor(name: string, value: unknown, depth = 0) {
    if (depth > MAX_DEPTH) throw new RangeError(`${name}: expected parts within parts to depth ${MAX_DEPTH}, got more`);
    this.name = name;
    this.fields = expectObject(name, value);
    this.#depth = depth;
  }

  has(field: string): boolean {
    return (this.fields[field] ?? null) !== null;
  }

  nameOf(field: string): string {
    return `${this.name}.${field}`;
  }

  oneOf<Name extends string>(field: string, names: readonly Name[], fallback?: Name): Name {
    return expectOneOf(this.nameOf(field), this.fields[field] ?? fallback, names);
  }

  flag(field: string, fallback: boolean): boolean {
    return expectBoolean(this.nameOf(field), this.fields[field] ?? fallback);
  }

  whole(field: string, min: number, max: number, fallback?: number): number {
    return expectWholeNumber(this.nameOf(field), this.fields[field] ?? fallback, min, max);
  }

  text(field: string, fallback?: string, max = MAX_TEXT): string {
    const text = expectString(this.nameOf(field), this.fields[field] ?? fallback);
    if (text.length <= max) return text;
    throw new RangeError(`${this.nameOf(field)}: expected at most ${max} characters, got ${text.length}`);
  }

  part(field: string): Part {
    return new Part(this.nameOf(field), this.fields[field], this.#depth + 1);
  }

  optional(field: string): Part | null {
    return this.has(field) ? this.part(field) : null;
  }

  list(field: string, max = MAX_ELEMENTS): readonly unknown[] {
    return expectArray(this.nameOf(field), this.fields[field] ?? [], max);
  }

  /** The elements of a list, each an object. */
  parts(field: string, max = MAX_ELEMENTS): Part[] {
    return this.list(field, max).map((value, at) => new Part(`${this.nameOf(field)}[${at}]`, value, this.#depth + 1));
  }

  error(field: string, expected: string): TypeError {
    return new TypeError(`${this.nameOf(field)}: expected ${expected}, got ${describe(this.fields[field])}`);
  }
}
