// The section "Lab" of index.html: the panel for the user's own model, which is loaded when the section is first
// opened.
import { find } from './frame.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { OwnModel } from './own-model/own-model.js';
import type { PageSection } from './sections.js';
import type { PageTexts } from './texts.js';

export class LabSection {
  #panel: Promise<OwnModel> | null = null;
  readonly #spotlight: AttentionSpotlight;

  constructor(spotlight: AttentionSpotlight) {
    this.#spotlight = spotlight;
  }

  /** Opening another section closes the user's model. */
  render(texts: PageTexts, open: PageSection): void {
    if (open === 'lab') this.#panel ??= this.#load(texts);
    this.#panel
      ?.then((panel) => {
        panel.texts = texts;
        if (open !== 'lab') panel.close();
      })
      .catch(() => (this.#panel = null)); // the next visit tries again
  }

  async #load(texts: PageTexts): Promise<OwnModel> {
    const { OwnModel } = await import('./own-model/own-model.js');
    const panel = new OwnModel(this.#spotlight, texts);
    find('main', HTMLElement).append(panel);
    return panel;
  }
}
