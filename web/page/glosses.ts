// Glosses (pronunciation and meaning of tokens) below the <attention-spotlight> element, for a sentence that is in
// another language than the interface. They are loaded on demand.
import { languageOf } from '../locales/index.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { GlossStrip } from '../course/gloss-strip.js';
import type { PageSection } from './sections/sections.js';

export class Glosses {
  #strip: GlossStrip | null = null;
  readonly #spotlight: AttentionSpotlight;

  constructor(spotlight: AttentionSpotlight) {
    this.#spotlight = spotlight;
  }

  /**
   * Renders the glosses of the sentence in the <attention-spotlight> element.
   * @param open returns the name of the open section; called once the attention element is drawn
   */
  async render(open: () => PageSection): Promise<void> {
    await this.#spotlight.updateComplete;
    const language = languageOf(this.#spotlight.lang);
    const tokens = ['learn', 'inside'].includes(open()) ? [] : (this.#spotlight.run?.tokens ?? []);
    const foreign = language === 'zh' ? /\p{Script=Latin}/u : /\p{Script=Han}/u;
    const isForeign = tokens.some(({ text }) => foreign.test(text));
    if (!isForeign && !this.#strip) return;
    const { GlossStrip } = await import('../course/gloss-strip.js');
    this.#strip ??= new GlossStrip();
    Object.assign(this.#strip, { tokens: isForeign ? tokens.map(({ text }) => text) : [], language });
    if (!this.#strip.isConnected) this.#spotlight.after(this.#strip);
  }
}
