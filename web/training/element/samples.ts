// Shows the first of the fixed test sequences: its tokens, and below each token the model's prediction, marked as right
// or wrong.
import { fold } from './fold.js';
import { html, nothing, type TemplateResult } from 'lit';
import { IGNORED_TARGET } from '../tasks/task.js';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';
import type { TrainingTexts } from '../texts.js';

const written = (token: string): string => (token === ' ' ? '␣' : token);

export function samples(texts: TrainingTexts, log: RunLog, { predictions }: Snapshot, isWide: boolean): TemplateResult {
  const { first, task } = log;
  const counted = first.targets.filter((target) => target !== IGNORED_TARGET).length;
  const right = first.targets.filter((target, at) => target !== IGNORED_TARGET && predictions[at] === target).length;
  const { name, legend } = texts.samples;
  const summary = texts.samples.right(right, counted);
  const content = html`<div class="samples">
    ${first.sources ? html`<p lang="en">${log.labels.keys.join(' ')}</p>` : nothing}
    <div role="img" aria-label=${`${name}: ${summary}`}>
      ${first.inputs.map((token, at) => {
        const target = first.targets[at]!;
        const isRight = predictions[at] === target;
        const prediction = target === IGNORED_TARGET ? '' : task.vocabulary[predictions[at]!]!;
        const kind = target === IGNORED_TARGET ? '' : isRight ? 'right' : 'wrong';
        return html`<span class="token"
          ><b>${written(task.vocabulary[token]!)}</b><i class=${kind}>${written(prediction)}</i></span
        >`;
      })}
    </div>
  </div>`;
  return fold({ name, note: `${legend} ${summary}`, isOpen: isWide }, content);
}
