// Figure: a link to the current state of the <attention-spotlight> element, which opens it without the course.
import { html, type TemplateResult } from 'lit';
import { css } from 'lit';
import { FollowingFigure, figureStyles } from './figure.js';
import { writeAddress } from '../../element/state/address.js';

export class ShareFigure extends FollowingFigure {
  static override properties = { ...FollowingFigure.properties, link: { state: true }, copied: { state: true } };
  static override styles = [
    figureStyles,
    css`
      p {
        display: flex;
        gap: 8px;
        margin: 0;
      }
      input {
        flex: 1;
        min-width: 0;
        padding: 0 10px;
      }
    `,
  ];
  declare link: string;
  declare copied: boolean;

  constructor() {
    super();
    Object.assign(this, { link: '', copied: false });
  }

  protected override follow(): void {
    void this.#write();
  }

  async #write(): Promise<void> {
    const { state } = this.spotlight;
    const address = await writeAddress({ ...state, chapter: '', view: 'sentence', controls: 'text,card' });
    const link = new URL(address, location.href.split(/[?#]/)[0]).href;
    if (link === this.link) return;
    this.link = link;
    this.copied = false;
  }

  async #copy(): Promise<void> {
    await navigator.clipboard.writeText(this.link);
    this.copied = true;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.share;
    return html`<p>
        <input
          type="text"
          readonly
          aria-label=${texts.link}
          .value=${this.link}
          @focus=${({ target }: Event) => (target as HTMLInputElement).select()}
        />
        <button @click=${() => void this.#copy()}>${texts.copy}</button>
      </p>
      <div class="hint" role="status">${this.copied ? texts.copied : texts.note}</div>`;
  }
}
