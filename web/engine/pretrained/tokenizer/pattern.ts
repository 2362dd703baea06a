// Patterns in tokenizer.json, each a literal text or a regular expression. Regular expressions are searched in linear
// time, because the platform's engine would take hours for some of them (docs/decisions/tokenizers.md).
import { compileRegex, type RegexProgram } from './regex-program.js';
import { searchAll } from './linear-regex.js';
import { describe, expectString } from '../../core/checks.js';
import type { Library } from './library.js';
import type { Part } from './part.js';
import type { Work } from './work.js';

/** Resources that all steps of a tokenizer share: the library @huggingface/tokenizers, and the limit on their work. */
export interface Tools {
  readonly library: Library;
  readonly work: Work;
}

/**
 * Function that finds all matches in a text. It returns the start and end of each in UTF-16 units, one after another.
 */
export type Pattern = (text: string) => number[];

/**
 * Maximum length of a pattern in tokenizer.json, in characters. The patterns of published models have up to about
 * 1,500.
 */
const MAX_CHARACTERS = 8192;
/** Cost of compiling a regular expression, in steps of work per character of its source. */
const READING = 64;
/** Cost of creating one normalizer, pre-tokenizer or decoder, however simple, in steps of work. */
export const STEP = 1024;

/**
 * Compiles the pattern in the field `pattern` of a tokenizer's step.
 * @throws TypeError or RangeError that names the invalid part of the field
 */
export function patternOf(part: Part, tools: Tools): Pattern {
  const pattern = part.part('pattern');
  if (pattern.has('String')) return textPattern(pattern.text('String'));
  const name = pattern.nameOf('Regex');
  if (!pattern.has('Regex')) {
    throw new TypeError(`${pattern.name}: expected a String or a Regex, got ${describe(pattern.fields)}`);
  }
  const source = expectString(name, pattern.fields['Regex']);
  if (source.length > MAX_CHARACTERS) {
    throw new RangeError(`${name}: expected at most ${MAX_CHARACTERS} characters, got ${source.length}`);
  }
  return regexPattern(name, source, tools);
}

export function textPattern(wanted: string): Pattern {
  return (text) => {
    const found: number[] = [];
    if (wanted === '') return found;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      found.push(at, at + wanted.length);
    }
    return found;
  };
}

/**
 * Converts one of this project's own regular expressions to a pattern. The platform's engine searches them in linear
 * time.
 */
export const ownPattern =
  (regex: RegExp): Pattern =>
  (text) =>
    Array.from(text.matchAll(regex), ({ index, 0: found }) => [index, index + found.length]).flat();

function regexPattern(name: string, source: string, { library, work }: Tools): Pattern {
  work.spend(name, READING * source.length);
  const program = programOf(name, source, library);
  return (text) => searchAll(program, text, (steps) => work.spend(name, steps));
}

function programOf(name: string, source: string, { SplitPreTokenizer }: Library): RegexProgram {
  try {
    // The library translates Oniguruma's syntax, in which tokenizer.json states regular expressions, to JavaScript's.
    return compileRegex(new SplitPreTokenizer({ pattern: { Regex: source } }).pattern!.source);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : describe(cause);
    const message = `${name}: expected a regular expression that can be searched for, got ${describe(source)}: ${reason}`;
    throw new RangeError(message, { cause });
  }
}

/**
 * Replaces each match of a pattern in a text.
 * @throws RangeError, before anything is replaced, if the result would be too long
 */
export function replaceAll(
  name: string,
  { pattern, content, work }: { pattern: Pattern; content: string; work: Work },
  text: string,
): string {
  const found = pattern(text);
  if (found.length === 0) return text;
  let length = text.length;
  for (let at = 0; at < found.length; at += 2) length += content.length - (found[at + 1]! - found[at]!);
  work.expectShort(name, length);
  let [written, end] = ['', 0];
  for (let at = 0; at < found.length; at += 2) {
    written += text.slice(end, found[at]) + content;
    end = found[at + 1]!;
  }
  return written + text.slice(end);
}
