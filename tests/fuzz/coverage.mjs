// Finds out which code of the package has run, with V8's block coverage. Fuzz cases that run code for the first time
// are extended, whatever their outcome.
import { Session } from 'node:inspector';

/**
 * Scripts whose coverage counts: those of the package, and of the library that executes the steps in a tokenizer.json.
 */
const COUNTED = /\/(dist\/(engine|model)|@huggingface\/tokenizers)\//;

export class Coverage {
  #session = new Session();
  /** Characters that have been executed so far, for each script, as an array of flags. */
  #seen = new Map();

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** True if code that had never run before has run since the last call of this function. */
  runsNew() {
    const { result } = this.#post('Profiler.takePreciseCoverage');
    return result.filter(({ url }) => COUNTED.test(url)).filter((script) => this.#add(script)).length > 0;
  }

  /**
   * Sends a command to the inspector and returns its result. A session for the same thread responds before `post`
   * returns.
   */
  #post(method, params) {
    let answer;
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }

  #add({ url, functions }) {
    const ranges = functions.flatMap((each) => each.ranges); // outer ranges come first
    const end = ranges.reduce((last, { endOffset }) => Math.max(last, endOffset), 0);
    const runs = new Uint8Array(end);
    for (const { count, startOffset, endOffset } of ranges) runs.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    const before = this.#seen.get(url) ?? new Uint8Array();
    const seen = before.length < end ? new Uint8Array(end) : before;
    if (seen !== before) seen.set(before);
    this.#seen.set(url, seen);
    let isNew = false;
    for (let at = 0; at < end; at++) {
      if (runs[at] === 0 || seen[at] === 1) continue;
      seen[at] = 1;
      isNew = true;
    }
    return isNew;
  }
}
