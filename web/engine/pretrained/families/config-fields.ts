// Checked access to the fields of a model's config.json, as Hugging Face publishes it.
import {
  describe,
  expectArray,
  expectBoolean,
  expectMultiple,
  expectNumber,
  expectObject,
  expectOneOf,
  expectString,
  expectWholeNumber,
  MAX_LAYERS,
} from '../../core/checks.js';

const MAX_DIM = 65_536;
const MAX_VOCABULARY = 2 ** 22;
const MAX_POSITIONS = 2 ** 24;

const ACTIVATIONS = {
  relu: 'relu',
  gelu: 'gelu',
  gelu_new: 'geluTanh',
  gelu_fast: 'geluTanh',
  gelu_pytorch_tanh: 'geluTanh',
  silu: 'silu',
  swish: 'silu',
} as const;

/** Default values of the config.json fields that a file may omit, by field. */
export type Defaults = Readonly<Record<string, string | number | boolean>>;

/**
 * Fields of a model's config.json. A required field that is null has its default value, but `has` returns false for it.
 */
export class ConfigFields {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #name: string;
  readonly #defaults: Defaults;

  /**
   * Checks that the contents of a config.json are an object.
   * @param defaults default values of the fields that config.json may omit
   */
  constructor(value: unknown, defaults: Defaults = {}, name = 'config') {
    this.#fields = expectObject(name, value);
    this.#name = name;
    this.#defaults = defaults;
  }

  /** True if a field has a value other than null, either in config.json or, if it is absent there, by default. */
  has(field: string): boolean {
    return this.#given(field) !== null;
  }

  /** Fields of an object that is nested in config.json; none if the object is absent. */
  within(field: string): ConfigFields {
    return new ConfigFields(this.#fields[field] ?? {}, {}, this.#nameOf(field));
  }

  /** Reads the size of a vector, such as `hidden_size`, from a field. */
  dim(field: string, fallback?: number): number {
    return this.whole(field, 1, MAX_DIM, fallback);
  }

  layers(field: string): number {
    return this.whole(field, 1, MAX_LAYERS);
  }

  vocabulary(): number {
    return this.whole('vocab_size', 1, MAX_VOCABULARY);
  }

  positions(field: string, fallback?: number): number {
    return this.whole(field, 1, MAX_POSITIONS, fallback);
  }

  whole(field: string, min: number, max: number, fallback?: number): number {
    return expectWholeNumber(this.#nameOf(field), this.#value(field, fallback), min, max);
  }

  /** Reads a number above 0. It must stay above 0 and finite when it is rounded to float32, in which C++ computes. */
  positive(field: string, fallback?: number): number {
    const number = expectNumber(this.#nameOf(field), this.#value(field, fallback));
    const inFloat32 = Math.fround(number);
    if (!(inFloat32 > 0 && inFloat32 < Infinity)) throw this.error(field, 'a number above 0 in float32');
    return number;
  }

  positiveOrNull(field: string): number | null {
    return this.has(field) ? this.positive(field) : null;
  }

  flag(field: string, fallback?: boolean): boolean {
    return expectBoolean(this.#nameOf(field), this.#value(field, fallback));
  }

  activation(field: string): (typeof ACTIVATIONS)[keyof typeof ACTIVATIONS] {
    const names = Object.keys(ACTIVATIONS) as (keyof typeof ACTIVATIONS)[];
    return ACTIVATIONS[expectOneOf(this.#nameOf(field), this.#value(field), names)];
  }

  /** Reads a text field whose value must be one of `names`. */
  name<Name extends string>(field: string, names: readonly Name[], fallback?: Name): Name {
    return expectOneOf(this.#nameOf(field), this.#value(field, fallback), names);
  }

  /** Reads a list of names, one per layer of the model; null if the field is absent. */
  layerNames<Name extends string>(field: string, names: readonly Name[], layers: number): readonly Name[] | null {
    if (!this.has(field)) return null;
    const list = expectArray(this.#nameOf(field), this.#fields[field], MAX_LAYERS);
    if (list.length !== layers) throw this.error(field, `${layers} names, one for each layer`);
    return list.map((name, layer) => expectOneOf(`${this.#nameOf(field)}[${layer}]`, name, names));
  }

  /** Same as `layerNames`, but reads a run-length encoded list, [[names, times], …], as in GPT-Neo. */
  repeatedNames<Name extends string>(field: string, names: readonly Name[], layers: number): readonly Name[] | null {
    if (!this.has(field)) return null;
    const all = expectArray(this.#nameOf(field), this.#fields[field], MAX_LAYERS).flatMap((item) => {
      const [list, times] = expectArray(this.#nameOf(field), item, 2);
      const repeated = expectArray(this.#nameOf(field), list, layers);
      return Array.from({ length: expectWholeNumber(this.#nameOf(field), times, 0, layers) }, () => repeated).flat();
    });
    return new ConfigFields({ [field]: all }, {}, this.#name).layerNames(field, names, layers);
  }

  /** Reads a field that contains one token id, a list of them, or none. Returns a list. */
  tokens(field: string): readonly number[] {
    const value = this.#given(field) ?? [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map((id) => expectWholeNumber(this.#nameOf(field), id, 0, MAX_VOCABULARY));
  }

  /** Reads the id of a token that the model can read, which must be in the vocabulary; null if the field is absent. */
  token(field: string): number | null {
    const [id = null] = this.tokens(field);
    const vocabulary = this.vocabulary();
    if (id === null || id < vocabulary) return id;
    throw this.error(field, `a token below vocab_size = ${vocabulary}`);
  }

  /** Reads the height and width of an image or a patch, given as two numbers or as one for both. */
  sides(field: string, max: number): readonly [height: number, width: number] {
    const value = this.#value(field);
    if (!Array.isArray(value)) return [this.whole(field, 1, max), this.whole(field, 1, max)];
    if (value.length !== 2) throw this.error(field, 'a number, or height and width');
    const side = (at: number) => expectWholeNumber(`${this.#nameOf(field)}[${at}]`, value[at], 1, max);
    return [side(0), side(1)];
  }

  /** Reads a list of exactly `count` numbers from a field. */
  numbers(field: string, count: number): readonly number[] {
    const list = expectArray(this.#nameOf(field), this.#fields[field], MAX_DIM);
    if (list.length !== count) throw this.error(field, `${count} numbers`);
    return list.map((number, at) => expectNumber(`${this.#nameOf(field)}[${at}]`, number));
  }

  /**
   * Reads the names of a classifier's classes from `id2label`. The transformers library omits the field if there are
   * two classes with default names.
   */
  labels(): readonly string[] {
    if (!this.has('id2label')) return ['LABEL_0', 'LABEL_1'];
    const names = expectObject(this.#nameOf('id2label'), this.#fields['id2label']);
    return Object.keys(names).map((_, id) => expectString(`${this.#nameOf('id2label')}['${id}']`, names[id]));
  }

  /** Reads the sizes of attention heads: they split the embedding evenly, and each has its own keys and values. */
  heads(embedDimField: string, numHeadsField: string): { numHeads: number; numKvHeads: number; headDim: number } {
    const [embedDim, numHeads] = [this.dim(embedDimField), this.dim(numHeadsField)];
    expectMultiple(this.#nameOf(embedDimField), embedDim, numHeadsField, numHeads);
    return { numHeads, numKvHeads: numHeads, headDim: embedDim / numHeads };
  }

  /**
   * Checks that a field is absent or has its only supported value.
   * @throws RangeError that names the field
   */
  expectOnly(field: string, only: string | number | boolean | null): void {
    if ((this.#fields[field] ?? only) === only) return;
    throw this.error(field, `${only === null ? 'none' : String(only)}, the only one supported`);
  }

  error(field: string, expected: string): RangeError {
    return new RangeError(`${this.#nameOf(field)}: expected ${expected}, got ${describe(this.#value(field))}`);
  }

  #nameOf(field: string): string {
    return `${this.#name}.${field}`;
  }

  #given(field: string): unknown {
    const value = this.#fields[field];
    return (value === undefined ? this.#defaults[field] : value) ?? null;
  }

  #value(field: string, fallback?: unknown): unknown {
    return this.#fields[field] ?? this.#defaults[field] ?? fallback;
  }
}
