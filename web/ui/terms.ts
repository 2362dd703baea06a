// Running text in which terms of the glossary are buttons that explain them.
import { html, type TemplateResult } from 'lit';
import { withSubscripts } from './subscripts.js';
import type { Glossary, TermName } from '../locales/glossary.js';

/** Part of a running text: plain text, or a term of the glossary with its spelling in the text. */
export type TextPart = string | { name: TermName; word: string };

export interface Explaining {
  /** The glossary; null until it is loaded. */
  glossary: Glossary | null;
  /** Names of the terms that previous texts on the page have explained; the terms of this text are added. */
  explained?: Set<TermName>;
  /**
   * Returns a function that opens a step of the course, or null if the step cannot be opened. A term's note then links
   * to the term's source, as it does if the function is missing.
   */
  openStep?: (step: string) => (() => void) | null;
}

/**
 * Regular expression that finds a spelling of a term. Latin words match only as whole words; Chinese has no word
 * boundaries.
 */
function bounded(word: string): string {
  const literal = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return /^[a-z]/i.test(word) ? `(?<![a-z])${literal}(?![a-z])` : literal;
}

interface Finder {
  pattern: RegExp;
  nameOf: ReadonlyMap<string, TermName>;
}

const finders = new WeakMap<Glossary, Finder>();

function finderOf(glossary: Glossary): Finder {
  const known = finders.get(glossary);
  if (known) return known;
  const entries = Object.entries(glossary.terms).flatMap(([name, { words }]) =>
    words.map((word) => [word.toLowerCase(), name as TermName] as const),
  );
  const longestFirst = entries.map(([word]) => word).sort((one, other) => other.length - one.length);
  const finder = { pattern: new RegExp(longestFirst.map(bounded).join('|'), 'giu'), nameOf: new Map(entries) };
  finders.set(glossary, finder);
  return finder;
}

/**
 * Splits a text at the first occurrence of each term of the glossary that is not explained yet.
 * @param explained names of the explained terms, to which those of this text are added
 */
export function splitAtTerms(text: string, glossary: Glossary, explained: Set<TermName> = new Set()): TextPart[] {
  const { pattern, nameOf } = finderOf(glossary);
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    const name = nameOf.get(word.toLowerCase())!;
    if (explained.has(name)) continue;
    explained.add(name);
    parts.push(text.slice(end, index), { name, word });
    end = index + word.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

/**
 * Renders a text in which terms of the glossary are buttons that explain them.
 * @param plain renders the text between the terms
 */
export function withTerms(
  text: string,
  { glossary, explained, openStep = () => null }: Explaining,
  plain: (text: string) => TemplateResult[] = withSubscripts,
): TemplateResult[] {
  if (!glossary) return plain(text);
  const explain = async ({ currentTarget }: Event, name: TermName) => {
    const button = currentTarget as HTMLButtonElement;
    const { explainTerm } = await import('./term-note.js');
    explainTerm(button, glossary, name, openStep);
  };
  return splitAtTerms(text, glossary, explained).map((part) =>
    typeof part === 'string'
      ? html`${plain(part)}`
      : html`<button type="button" class="term" @click=${(event: Event) => void explain(event, part.name)}>
          ${part.word}
        </button>`,
  );
}
