// Content around the <attention-spotlight> element in the sections "Sentence" and "Story": the question, the word that
// the user can exchange, and links to other sections.
import { find } from '../frame.js';
import { initialState } from '../../element/state/properties.js';
import { languageOf, type Language } from '../../locales/index.js';
import { minutesOf, SHORT_WAY } from '../../course/place.js';
import { openingSentences } from '../../locales/opening-sentences.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { PageSection } from './sections.js';
import type { PageTexts } from '../texts.js';

const setText = (selector: string, text: string): void => void (find(selector, HTMLElement).textContent = text);

export class OpeningSection {
  readonly #spotlight: AttentionSpotlight;
  readonly #words = document.querySelectorAll<HTMLElement>('#words button');

  constructor(spotlight: AttentionSpotlight) {
    this.#spotlight = spotlight;
    this.#words.forEach((button, index) => button.addEventListener('click', () => this.#say(index)));
  }

  /** Index of the opening sentence that the <attention-spotlight> element shows; −1 for another text. */
  get sentence(): number {
    return this.#sentences().indexOf(this.#spotlight.text);
  }

  /** Text of the selected query token; null if none is selected, so that the token of the question is shown. */
  get query(): string | null {
    const { run, query } = this.#spotlight;
    return run?.tokens[query]?.text ?? null;
  }

  /**
   * True if the opening question is about the sentence and the query token that the <attention-spotlight> element
   * shows.
   */
  isAsked({ opening }: PageTexts): boolean {
    return this.sentence >= 0 && (this.query === null || this.query === opening.asked);
  }

  render(texts: PageTexts, section: PageSection): void {
    const { opening } = texts;
    const question = this.isAsked(texts) ? opening.question : opening.anyQuestion;
    setText('#question', section === 'story' ? opening.story : question);
    setText('#change span', opening.change);
    setText('#before', opening.before);
    // The buttons that exchange a word are hidden for other texts: only the opening sentences have such a word.
    find('#change', HTMLElement).style.visibility = this.sentence < 0 ? 'hidden' : '';
    find('#words', HTMLElement).ariaLabel = `${opening.change} ${opening.before}`;
    this.#words.forEach((button, index) => {
      button.textContent = opening.words[index]!;
      button.ariaPressed = String(index === this.sentence);
    });
    for (const [way, name] of Object.entries(opening.ways)) setText(`#ways [data-section=${way}]`, name);
    setText('#ways span', opening.time(SHORT_WAY.length, minutesOf(SHORT_WAY.length)));
  }

  /**
   * When the language changes, replaces an opening sentence with the same sentence in the new language. The user's own
   * text stays.
   */
  translate(language: Language): void {
    if (this.sentence >= 0) this.#spotlight.text = openingSentences(language)[this.sentence]!;
  }

  /**
   * Shows an opening sentence in the <attention-spotlight> element, with the head for pronouns and the pronoun as the
   * query.
   */
  #say(sentence: number): void {
    const { head, query, attention } = initialState();
    this.#spotlight.state = { text: this.#sentences()[sentence]!, head, query, attention, cell: null };
  }

  #sentences(): readonly string[] {
    return openingSentences(languageOf(this.#spotlight.lang));
  }
}
