// Timeline of the training run, on which the user selects a snapshot to display, or one to compare with.
import { html, type TemplateResult } from 'lit';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';
import type { TrainingTexts } from '../texts.js';

interface Timeline {
  texts: TrainingTexts;
  run: RunLog;
  snapshot: Snapshot;
  /** Snapshot that is subtracted from the displayed one; null for no comparison. */
  reference: Snapshot | null;
  /** True if always the latest snapshot is displayed. */
  isLive: boolean;
  percent: (share: number) => string;
  /** Called with the snapshot that the user selects for display; null stands for always the latest. */
  show: (snapshot: Snapshot | null) => void;
  compare: (reference: Snapshot | null) => void;
}

export function timeline(shown: Timeline): TemplateResult {
  const { texts, run, snapshot, reference, isLive, percent, show, compare } = shown;
  const { snapshots } = run;
  const last = snapshots.length - 1;
  // The displayed snapshot may no longer be in the list, whose length is limited; the next later one then takes its
  // place.
  const nearest = snapshots.findIndex(({ step }) => step >= snapshot.step);
  const at = isLive || nearest < 0 ? last : nearest;
  const value = texts.timeline.value(snapshot.step, percent(snapshot.accuracy));
  const scrub = (event: Event) => {
    const index = (event.target as HTMLInputElement).valueAsNumber;
    show(index >= last ? null : (snapshots[index] ?? null));
  };
  return html`<div class="timeline">
    <label>
      <span>${texts.timeline.name}</span>
      <input
        type="range"
        min="0"
        .max=${String(Math.max(1, last))}
        step="1"
        .value=${String(at)}
        ?disabled=${last < 1}
        aria-valuetext=${value}
        @input=${scrub}
      />
      <output>${value}</output>
    </label>
    <button ?disabled=${isLive} @click=${() => show(null)}>${texts.timeline.live}</button>
    <button
      ?disabled=${!reference && last < 1}
      aria-pressed=${String(reference !== null)}
      @click=${() => compare(reference ? null : snapshot)}
    >
      ${reference ? texts.timeline.noCompare : texts.timeline.compare}
    </button>
  </div>`;
}
