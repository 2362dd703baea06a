// The section "Lab" of index.html. Its panel for the user's own models is loaded when the section is first opened.
import { find } from '../frame.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { OwnModel } from '../own-model/own-model.js';
import type { PageSection } from './sections.js';
import type { PageTexts } from '../texts.js';

export class LabSection {
  #ownModel: Promise<OwnModel> | null = null;
  readonly #spotlight: AttentionSpotlight;

  constructor(spotlight: AttentionSpotlight) {
    this.#spotlight = spotlight;
  }

  /** Renders the panel for the user's own models. If another section is open, closes the user's model. */
  render(texts: PageTexts, open: PageSection): void {
    if (open === 'lab') this.#ownModel ??= this.#load(texts);
    this.#ownModel
      ?.then((ownModel) => {
        ownModel.texts = texts;
        if (open !== 'lab') ownModel.close();
      })
      .catch(() => (this.#ownModel = null)); // the next visit tries again
  }

  async #load(texts: PageTexts): Promise<OwnModel> {
    const { OwnModel } = await import('../own-model/own-model.js');
    const panel = document.createElement('div');
    panel.id = 'own-model';
    find('main', HTMLElement).append(panel);
    return new OwnModel(panel, this.#spotlight, texts);
  }
}
