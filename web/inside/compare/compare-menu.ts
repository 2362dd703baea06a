// Menu that opens a second model for comparison with the open one, and a bar with facts about the second model.
import { fileInputs, messageOf, refusalOf } from '../element/start-panel.js';
import { html, nothing, type TemplateResult } from 'lit';
import { KEPT_PRECISIONS } from '../../engine/parameters/load-parameters.js';
import { modelBar } from '../element/model-bar.js';
import { MOST_MEMORY, type Opened } from '../opened.js';
import type { Comparison } from './comparison.js';
import type { Shown } from '../element/shown.js';

/**
 * Menu of the ways to choose the second model of a comparison: the same model in another precision, files, stored
 * models, the story model.
 */
export function compareMenu(shown: Shown, { second }: Comparison): TemplateResult {
  const { texts, inspection } = shown;
  const { compare, kept } = texts;
  const { name, source, facts, precision } = inspection.opened!;
  const opens = (from: Element, begin: () => Promise<void>) => {
    from.closest('details')!.open = false;
    void begin();
  };
  const way = (text: string, begin: () => Promise<void>) =>
    html`<button @click=${({ currentTarget }: Event) => opens(currentTarget as Element, begin)}>${text}</button>`;
  const others = KEPT_PRECISIONS.filter(
    (each) => facts.memory[each] !== facts.memory[precision!] && facts.memory[each] <= MOST_MEMORY,
  );
  const models = (inspection.storage.kept.value ?? []).filter((each) => each.name !== name);
  return html`<details class="compare">
    <summary>${compare.title}</summary>
    <div class="sheet">
      <p>${compare.lead}</p>
      <p class="ways">
        ${others.map((each) => way(compare.same(compare.precisions[each]), () => second.open(source, { name, precision: each })))}
        ${fileInputs(shown, (files, input) => opens(input, () => second.openFiles(files)))}
        ${source === 'stories' ? nothing : way(texts.model.stories, () => second.openStories())}
        ${models.map((each) => way(kept.open(each.name), () => second.openKept(each.name)))}
      </p>
    </div>
  </details>`;
}

/** Bar with facts about the second model of a comparison; empty if there is none. */
export function secondBar(shown: Shown, comparison: Comparison): TemplateResult | typeof nothing {
  if (!comparison.isOn) return nothing;
  const own = { ...shown, inspection: comparison.second };
  const { opening } = comparison.second;
  const opened: Opened | null = 'opened' in opening ? opening.opened : null;
  const refusal = opened ? refusalOf(own, opening) : messageOf(own, opening);
  return html`${opened ? modelBar(own, opened, { side: 'B' }) : nothing}
  ${
    refusal === ''
      ? nothing
      : html`<p class="message statement" role="status">
          B: ${refusal}
          <button class="link" @click=${() => comparison.close()}>${shown.texts.model.close}</button>
        </p>`
  }`;
}
