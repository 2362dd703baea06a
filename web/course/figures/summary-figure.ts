// Figure: a summary of the course, chapter by chapter, with the tasks that the learner has not done yet.
import { css, html, nothing, type TemplateResult } from 'lit';
import { CHAPTER_IDS, CHAPTERS, type ChapterId } from '../chapters/index.js';
import { Figure, figureStyles } from './figure.js';
import { openingState, PLACES, placesOf, writePlace } from '../place.js';
import { withSubscripts } from '../../ui/subscripts.js';

const LAST = 'end';
type Learned = Exclude<ChapterId, typeof LAST>;

export class SummaryFigure extends Figure {
  static override styles = [
    figureStyles,
    css`
      ol {
        margin: 0;
        padding-left: 26px;
      }
      li {
        margin-bottom: 10px;
      }
      @container (min-width: 640px) {
        :host {
          font-size: 15px;
          line-height: 1.4;
        }
        ol {
          columns: 2;
          column-gap: 44px;
        }
        li {
          break-inside: avoid;
        }
      }
      a {
        color: var(--_spotlight-accent);
      }
      .done {
        color: var(--_spotlight-value);
        font-weight: 600;
        white-space: nowrap;
      }
    `,
  ];

  protected override firstUpdated(): void {
    const tasks = PLACES.filter(({ chapter }) => chapter !== LAST);
    const done = tasks.filter((place) => this.done.has(writePlace(place)));
    this.setOutcome({ facts: { done: String(done.length), tasks: String(tasks.length) }, right: null });
  }

  #open(chapter: ChapterId): void {
    const { spotlight } = this;
    spotlight.state = openingState({ chapter, step: 0 }, spotlight.currentLanguage);
  }

  protected override render(): TemplateResult {
    const { summary } = this.texts.figures;
    const chapters = CHAPTER_IDS.filter((id): id is Learned => id !== LAST);
    return html`<ol>
        ${chapters.map((id) => {
          const done = placesOf(id).filter((place) => this.done.has(writePlace(place))).length;
          return html`<li>
            <button class="link" @click=${() => this.#open(id)}>${this.texts.chapters[id].title}</button>
            <span class=${done === CHAPTERS[id].length ? 'done' : 'hint'}
              >${summary.done(done, CHAPTERS[id].length)}</span
            ><br />
            ${withSubscripts(summary.learned[id])}
          </li>`;
        })}
      </ol>
      ${this.training === null ? nothing : html`<p><a href=${this.training}>${summary.training}</a></p>`}`;
  }
}
