// Searches a text for a regular expression in linear time, whatever the pattern. The search backtracks and finds the
// same matches as the platform's engine, but never visits a state twice. A state is a choice (an alternative or a
// repetition) of the compiled program at a position; once it has failed, it fails in every later search of the text.
import { Op, type RegexProgram } from './regex-program.js';
import { codePointsOf } from './trie.js';

/**
 * Finds all matches of a compiled regular expression in a text.
 * @param spend called periodically with the number of steps taken; if it throws, the search stops
 */
export function searchAll(program: RegexProgram, text: string, spend: (steps: number) => void): number[] {
  return new Search(program, codePointsOf(text), spend).all();
}

/** Number of search steps between two calls of `spend`, which counts the work. */
const SPENT_AT_ONCE = 1024;

class Search {
  readonly #program: RegexProgram;
  readonly #points: Int32Array;
  readonly #spend: (steps: number) => void;
  /** Number of choice instructions in the compiled program. */
  readonly #choices: number;
  /** Visited states, one bit for each pair of a position in the text and a choice instruction of the program. */
  readonly #tried: Uint32Array;
  /** Stack of the states that remain to be visited, each an index of an instruction and a position in the text. */
  readonly #states: number[] = [];
  #steps = 0;

  constructor(program: RegexProgram, points: Int32Array, spend: (steps: number) => void) {
    this.#program = program;
    this.#points = points;
    this.#spend = spend;
    this.#choices = Math.max(...program.choices) + 1;
    const words = Math.ceil((this.#choices * (points.length + 1)) / 32);
    spend(words / 8);
    this.#tried = new Uint32Array(words);
  }

  /** Finds all matches. Returns the start and end of each in UTF-16 units, one after another. */
  all(): number[] {
    const points = this.#points;
    const found: number[] = [];
    let [begin, units, at] = [0, 0, 0];
    const unitsAt = (place: number) => {
      for (; at < place; ++at) units += points[at]! > 0xffff ? 2 : 1;
      return units;
    };
    while (begin <= points.length) {
      const end = this.#run(0, begin, null);
      if (end >= 0) {
        found.push(unitsAt(begin), unitsAt(end));
        this.#forgetAt(end);
      }
      begin = end > begin ? end : begin + 1;
    }
    this.#spend(this.#steps);
    return found;
  }

  /**
   * Marks the states at the end of a match as not visited, because the next search starts there. No search reads
   * earlier positions.
   */
  #forgetAt(place: number): void {
    const begin = place * this.#choices;
    for (let bit = begin; bit < begin + this.#choices; ++bit) this.#tried[bit >> 5]! &= ~(1 << (bit & 31));
  }

  /**
   * Searches for a match that begins at a position.
   * @param first index of the first instruction
   * @param trail receives the visited states
   * @returns end of the preferred match; −1 if there is none
   */
  #run(first: number, begin: number, trail: number[] | null): number {
    const { ops, a, b, classes, choices } = this.#program;
    const points = this.#points;
    const states = this.#states;
    const bottom = states.length;
    states.push(first, begin);
    while (states.length > bottom) {
      let at = states.pop()!;
      let op = states.pop()!;
      for (;;) {
        if (++this.#steps === SPENT_AT_ONCE) {
          this.#spend(SPENT_AT_ONCE);
          this.#steps = 0;
        }
        const kind = ops[op]!;
        if (kind === Op.character) {
          const place = at + b[op]!;
          if (place < 0 || place >= points.length || !classes[a[op]!]!(points[place]!)) break;
          at = b[op]! < 0 ? place : at + 1;
          op++;
        } else if (kind === Op.choice) {
          const bit = at * this.#choices + choices[op]!;
          if ((this.#tried[bit >> 5]! >> (bit & 31)) & 1) break;
          this.#tried[bit >> 5]! |= 1 << (bit & 31);
          trail?.push(bit);
          states.push(b[op]!, at);
          op = a[op]!;
        } else if (kind === Op.jump) {
          op = a[op]!;
        } else if (kind === Op.look) {
          if (this.#looks(op + 1, at) === (b[op] === 1)) break;
          op = a[op]!;
        } else {
          states.length = bottom;
          return at;
        }
      }
    }
    return -1;
  }

  /**
   * True if the pattern of a lookaround matches at a position. States that failed stay marked as visited; those of a
   * match are unmarked, since they may be visited again.
   */
  #looks(first: number, begin: number): boolean {
    const trail: number[] = [];
    const isFound = this.#run(first, begin, trail) >= 0;
    if (isFound) for (const bit of trail) this.#tried[bit >> 5]! &= ~(1 << (bit & 31));
    return isFound;
  }
}
