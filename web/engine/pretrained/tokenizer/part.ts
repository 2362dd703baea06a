// Part of tokenizer.json: a JSON object whose fields are checked when they are read.
import {
  describe,
  expectArray,
  expectBoolean,
  expectObject,
  expectOneOf,
  expectString,
  expectWholeNumber,
} from '../../core/checks.js';

/** Maximum nesting depth of the objects in tokenizer.json, such as sequences of steps. */
const MAX_DEPTH = 8;
/**
 * Maximum length of a list in tokenizer.json other than a vocabulary, such as the steps of a sequence or the tokens of
 * a template.
 */
const MAX_ELEMENTS = 256;
/**
 * Maximum length of a short text in tokenizer.json, such as one that a rule inserts, or the name of a special token.
 */
const MAX_TEXT = 256;

/** A JSON object in tokenizer.json. Fields that are null count as absent. */
export class Part {
  /** Path of the object in tokenizer.json, such as 'tokenizer.normalizer'. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly #depth: number;

  /**
   * Checks that a value in tokenizer.json is an object.
   * @throws TypeError or RangeError that names the object if it is none, or nested too deeply
   */
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

  /** Reads a list of objects from a field. */
  parts(field: string, max = MAX_ELEMENTS): Part[] {
    return this.list(field, max).map((value, at) => new Part(`${this.nameOf(field)}[${at}]`, value, this.#depth + 1));
  }

  error(field: string, expected: string): TypeError {
    return new TypeError(`${this.nameOf(field)}: expected ${expected}, got ${describe(this.fields[field])}`);
  }
}
