// Buttons that choose the training task, with the rule of the chosen task and advice on what to watch for.
import { html, nothing, type TemplateResult } from 'lit';
import { defaultSettings, type Settings } from '../settings.js';
import { TASK_NAMES, type TaskName } from '../tasks/task.js';
import type { TrainingTexts } from '../texts.js';

interface TaskPanel {
  texts: TrainingTexts;
  settings: Settings;
  change: (changed: Partial<Settings>) => void;
}

export function taskPanel({ texts, settings, change }: TaskPanel): TemplateResult {
  const { task, seed } = settings;
  const { rule, watch } = texts.tasks[task];
  const open = (name: TaskName) => change({ ...defaultSettings(name), seed });
  return html`<div class="tasks" role="group" aria-label=${texts.taskLabel}>
      ${TASK_NAMES.map(
        (name) =>
          html`<button aria-pressed=${String(name === task)} @click=${() => open(name)}>
            ${texts.tasks[name].name}
          </button>`,
      )}
    </div>
    <div class="lead">
      <p class="rule">${rule}</p>
      <p class="watch">${watch}</p>
    </div>
    ${task === 'text' ? ownText(texts, settings, change) : nothing}`;
}

function ownText(texts: TrainingTexts, { text }: Settings, change: TaskPanel['change']): TemplateResult {
  const use = (event: Event) => {
    const area = (event.target as HTMLElement).parentElement?.querySelector('textarea');
    if (area) change(defaultSettings('text', area.value.trim()));
  };
  return html`<div class="own">
    <label>
      <span>${texts.text.name} <small>${texts.text.hint}</small></span>
      <textarea rows="3" .value=${text || texts.text.sample}></textarea>
    </label>
    <button @click=${use}>${texts.text.use}</button>
  </div>`;
}
