// Regular expressions that are compiled to programs of instructions: characters, choices and lookarounds. Repetition
// counts are unrolled, so that the state of a search is just an instruction and a position.

export const Op = {
  /**
   * Instruction that reads a character of the class with index `a`. With `b` = −1, it reads the previous character and
   * moves backward.
   */
  character: 0,
  /** Instruction that continues at instruction `a` or, if no match is found from there, at instruction `b`. */
  choice: 1,
  /** Instruction that continues at instruction `a`. */
  jump: 2,
  /**
   * Lookaround instruction: continues at instruction `a` if the instructions after this one, up to `match`, match at
   * the current position. With `b` = 1, it continues if they do not match.
   */
  look: 3,
  match: 4,
} as const;
type Op = (typeof Op)[keyof typeof Op];

/** Function that tests if a character, given by its code point, belongs to a character class. */
export type CharacterClass = (point: number) => boolean;

export interface RegexProgram {
  readonly ops: readonly Op[];
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly classes: readonly CharacterClass[];
  /** Number of each choice instruction, counted among the choices of the program; −1 for other instructions. */
  readonly choices: readonly number[];
}

const MAX_INSTRUCTIONS = 1024;
const MAX_DEPTH = 100;
const MAX_COUNT = 1000;

const GROUP = /\((?:\?(?:<[A-Za-z_]\w*>|[:=!]|<[=!]))?/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})(\??)/y;
const ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|0(?!\d)|[^\da-zA-Z]|[dDsSwWtnrfv])/uy;
const CLASS = /\[(?:\\[^]|[^\\\]])*\]/uy;

type Node =
  | { kind: 'character'; source: string }
  | { kind: 'sequence' | 'choice'; nodes: readonly Node[] }
  | { kind: 'repeat'; node: Node; min: number; max: number; isLazy: boolean }
  | { kind: 'look'; node: Node; isBack: boolean; isNegative: boolean };

/**
 * Compiles a regular expression to a program of instructions.
 * @param source source of a RegExp with the flag u
 * @throws RangeError that names the unsupported construct
 */
export function compileRegex(source: string): RegexProgram {
  return new Compiler().compile(new Parser(source).parse());
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Node {
    const node = this.#choice(0);
    if (this.#at < this.#source.length) this.#fail('nothing more');
    return node;
  }

  #choice(depth: number): Node {
    if (depth > MAX_DEPTH) throw new RangeError(`expected groups within groups to depth ${MAX_DEPTH}, got more`);
    const nodes = [this.#sequence(depth)];
    while (this.#take('|')) nodes.push(this.#sequence(depth));
    return nodes.length === 1 ? nodes[0]! : { kind: 'choice', nodes };
  }

  #sequence(depth: number): Node {
    const nodes: Node[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) {
      nodes.push(this.#quantified(this.#atom(depth)));
    }
    return nodes.length === 1 ? nodes[0]! : { kind: 'sequence', nodes };
  }

  #atom(depth: number): Node {
    const group = this.#match(GROUP)?.[0];
    if (group !== undefined) {
      const node = this.#choice(depth + 1);
      if (!this.#take(')')) this.#fail("')'");
      const isNegative = group.endsWith('!');
      if (!isNegative && !group.endsWith('=')) return node;
      return { kind: 'look', node, isBack: group.includes('<'), isNegative };
    }
    const found = this.#match(CLASS) ?? this.#match(ESCAPE);
    if (found) return { kind: 'character', source: found[0] };
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at)!);
    if ('\\()[]{}*+?^$'.includes(character)) this.#fail('a character, a class or a group');
    this.#at += character.length;
    return { kind: 'character', source: character };
  }

  #quantified(node: Node): Node {
    const found = this.#match(QUANTIFIER);
    if (!found) return node;
    const [text, least, more, most, lazy] = found;
    const sign = text[0]!;
    const min = least === undefined ? (sign === '+' ? 1 : 0) : Number(least);
    const bounded = more === undefined ? min : most === '' ? Infinity : Number(most);
    const max = least === undefined ? (sign === '?' ? 1 : Infinity) : bounded;
    if (min > MAX_COUNT || (max !== Infinity && max > MAX_COUNT)) {
      throw new RangeError(`expected counts of at most ${MAX_COUNT}, got ${text.slice(0, 40)}`);
    }
    if (max > min && canBeEmpty(node))
      throw new RangeError(`expected repeated parts that are never empty, got ${text}`);
    return { kind: 'repeat', node, min, max, isLazy: lazy !== '' };
  }

  #take(character: string): boolean {
    const isNext = this.#source[this.#at] === character;
    if (isNext) this.#at++;
    return isNext;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found) this.#at += found[0].length;
    return found;
  }

  /**
   * Throws an error for a pattern with a construct that cannot be searched in linear time, such as a backreference.
   * @throws RangeError that names the construct and its position
   */
  #fail(expected: string): never {
    const got = this.#source.slice(this.#at, this.#at + 10);
    throw new RangeError(`expected ${expected} at character ${this.#at}, got ${got === '' ? 'the end' : `'${got}'`}`);
  }
}

/**
 * True if a part of a regular expression can match the empty text. Such parts may not be repeated, because engines
 * disagree on the preferred match.
 */
function canBeEmpty(node: Node): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'sequence':
      return node.nodes.every(canBeEmpty);
    case 'choice':
      return node.nodes.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.node);
    case 'look':
      return true;
  }
}

class Compiler {
  readonly #ops: Op[] = [];
  readonly #a: number[] = [];
  readonly #b: number[] = [];
  readonly #classes = new Map<string, number>();

  compile(node: Node): RegexProgram {
    this.#emit(node, 0);
    this.#push(Op.match);
    let count = 0;
    return {
      ops: this.#ops,
      a: this.#a,
      b: this.#b,
      classes: Array.from(this.#classes.keys(), classOf),
      choices: this.#ops.map((op) => (op === Op.choice ? count++ : -1)),
    };
  }

  /**
   * Emits the instructions for a part of a regular expression.
   * @param back −1 to read characters backward, for lookbehind
   */
  #emit(node: Node, back: 0 | -1): void {
    switch (node.kind) {
      case 'character':
        if (!this.#classes.has(node.source)) this.#classes.set(node.source, this.#classes.size);
        this.#push(Op.character, this.#classes.get(node.source), back);
        return;
      case 'sequence':
        for (const each of back ? node.nodes.toReversed() : node.nodes) this.#emit(each, back);
        return;
      case 'choice':
        this.#emitChoice(node.nodes, back);
        return;
      case 'repeat':
        this.#emitRepeat(node, back);
        return;
      case 'look': {
        const look = this.#push(Op.look, 0, node.isNegative ? 1 : 0);
        this.#emit(node.node, node.isBack ? -1 : 0);
        this.#push(Op.match);
        this.#a[look] = this.#ops.length;
      }
    }
  }

  #emitChoice(nodes: readonly Node[], back: 0 | -1): void {
    const jumps: number[] = [];
    for (const [index, node] of nodes.entries()) {
      if (index === nodes.length - 1) this.#emit(node, back);
      else {
        const choice = this.#push(Op.choice, this.#ops.length + 1);
        this.#emit(node, back);
        jumps.push(this.#push(Op.jump));
        this.#b[choice] = this.#ops.length;
      }
    }
    for (const jump of jumps) this.#a[jump] = this.#ops.length;
  }

  #emitRepeat({ node, min, max, isLazy }: Node & { kind: 'repeat' }, back: 0 | -1): void {
    const start = this.#ops.length;
    for (let count = 0; count < min; ++count) {
      this.#emit(node, back);
      if (this.#ops.length === start) return; // an empty part: repeating it emits nothing either
    }
    const choices: number[] = [];
    for (let count = min; count < max; ++count) {
      const choice = this.#push(Op.choice);
      choices.push(choice);
      this.#emit(node, back);
      if (max === Infinity) {
        this.#push(Op.jump, choice);
        break;
      }
    }
    for (const choice of choices) {
      const [inside, outside] = [choice + 1, this.#ops.length];
      [this.#a[choice], this.#b[choice]] = isLazy ? [outside, inside] : [inside, outside];
    }
  }

  #push(op: Op, a = 0, b = 0): number {
    if (this.#ops.length === MAX_INSTRUCTIONS) {
      throw new RangeError(
        `expected at most ${MAX_INSTRUCTIONS} characters and choices with counts written out, got more`,
      );
    }
    this.#a.push(a);
    this.#b.push(b);
    return this.#ops.push(op) - 1;
  }
}

/**
 * Compiles a character class: returns a function that tests a character, with the platform's engine and in bounded
 * time.
 */
function classOf(source: string): CharacterClass {
  const pattern = new RegExp(`^${source}$`, 'u');
  const known = new Map<number, boolean>();
  return (point) => {
    let has = known.get(point);
    if (has === undefined) {
      has = pattern.test(String.fromCodePoint(point));
      known.set(point, has);
    }
    return has;
  };
}
