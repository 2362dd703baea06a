// Frame of each view: the list of views, the heading, definition and limits, and how far it is computed.
import { html, nothing, type TemplateResult } from 'lit';
import { takeMenu } from './take-menu.js';
import type { ViewName } from '../state.js';
import type { Shown } from './shown.js';
import type { Task } from '../task.js';

export function viewList({ texts, inspection }: Shown): TemplateResult {
  const { state, views: names } = inspection;
  const button = (name: ViewName) =>
    html`<button aria-current=${name === state.view ? 'page' : nothing} @click=${() => inspection.set({ view: name })}>
      <span>${texts.views[name].name}</span> <small>${texts.views[name].note}</small>
    </button>`;
  return html`<nav class="views" aria-label=${texts.views.label}>${names.map(button)}</nav>`;
}

type Followed = Pick<Task<unknown>, 'status' | 'done' | 'error' | 'stop'>;

interface Head {
  readonly task?: Followed;
  /** Computes what was stopped. */
  readonly again?: () => void;
  /** Controls of the view's own choices. */
  readonly controls?: TemplateResult;
}

export function viewHead(shown: Shown, { task, again = () => undefined, controls }: Head = {}): TemplateResult {
  const { views } = shown.texts;
  const { question, definition, limit, baseline } = views[shown.inspection.state.view];
  const line = task ? taskLine(shown, task, again) : nothing;
  return html`<div class="head">
      <h2>${question}</h2>
      <div class="menus">
        <details class="about">
          <summary>${views.about}</summary>
          <dl class="sheet">
            <dt>${views.definition}</dt>
            <dd>${definition}</dd>
            <dt>${views.limit}</dt>
            <dd>${limit}</dd>
            <dt>${views.baseline}</dt>
            <dd>${baseline}</dd>
          </dl>
        </details>
        ${takeMenu(shown)}
      </div>
      ${controls ? nothing : line}
    </div>
    ${controls ? html`<div class="head">${controls} ${line}</div>` : nothing}`;
}

/** One line of the same height at all times. */
export function taskLine({ texts }: Shown, task: Followed, again: () => void): TemplateResult {
  const { percent, task: own } = texts;
  const done = percent(task.done, 0);
  const bar = (text: string) =>
    html`<span>${text}</span><progress max="1" .value=${task.done} aria-label=${text}></progress>`;
  const content = {
    idle: nothing,
    done: nothing,
    running: html`${bar(own.computing(done))}<button @click=${() => task.stop()}>${own.stop}</button>`,
    stopped: html`${bar(own.stopped(done))}<button @click=${again}>${own.goOn}</button>`,
    failed: html`<span>${own.failed(task.error)}</span>`,
  };
  return html`<p class="task" data-status=${task.status}>${content[task.status]}</p>`;
}
