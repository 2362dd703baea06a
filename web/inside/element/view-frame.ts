// The frame around the open view: the list of views, the heading with menus and controls, and the progress of the
// computation.
import { html, nothing, type TemplateResult } from 'lit';
import { takeMenu } from './take-menu.js';
import { DRAWN } from '../views/index.js';
import type { Computation } from '../computation.js';
import type { Shown } from './shown.js';
import type { ViewName } from '../views.js';

export function viewList({ texts, inspection }: Shown): TemplateResult {
  const { state, views: names } = inspection;
  const button = (name: ViewName) =>
    html`<button aria-current=${name === state.view ? 'page' : nothing} @click=${() => inspection.set({ view: name })}>
      <span>${texts.views[name].name}</span> <small>${texts.views[name].note}</small>
    </button>`;
  return html`<nav class="views" aria-label=${texts.views.label}>${names.map(button)}</nav>`;
}

export function framedView(shown: Shown): TemplateResult {
  const { inspection } = shown;
  const { result, others, controls, draw } = DRAWN[inspection.state.view];
  const failed = others?.(inspection.state).find(
    (each) => each.isNeeded && inspection.result(each).status === 'failed',
  );
  return html`${viewHead(shown, failed ?? result, controls?.(shown))} ${draw(shown) ?? html`<div class="room"></div>`}`;
}

/**
 * Heading of a view, with its menus and controls.
 * @param result the computation whose progress is shown
 * @param controls the view's own controls
 */
export function viewHead(shown: Shown, result: Computation<unknown>, controls?: TemplateResult): TemplateResult {
  const { views } = shown.texts;
  const { question, definition, limit, baseline } = views[shown.inspection.state.view];
  const line = taskLine(shown, result);
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

/** Line with the progress of a computation. Its height stays the same, so that nothing below it moves. */
export function taskLine({ texts, inspection }: Shown, result: Computation<unknown>): TemplateResult {
  const { percent, task: own } = texts;
  const task = inspection.result(result);
  const done = percent(task.done, 0);
  const bar = (text: string) =>
    html`<span>${text}</span><progress max="1" .value=${task.done} aria-label=${text}></progress>`;
  const content = {
    idle: nothing,
    done: nothing,
    running: html`${bar(own.computing(done))}<button @click=${() => task.stop()}>${own.stop}</button>`,
    stopped: html`${bar(own.stopped(done))}<button @click=${() => inspection.computeAgain(result)}>
        ${own.goOn}
      </button>`,
    failed: html`<span>${own.failed(task.error)}</span>`,
  };
  return html`<p class="task" data-status=${task.status}>${content[task.status]}</p>`;
}
