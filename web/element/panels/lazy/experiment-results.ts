// Results of an experiment, below its controls: its effect on the output and on other heads.
import { html, nothing, type TemplateResult } from 'lit';
import { isAlike, nextInWords } from './consequence-panel.js';
import { onOff } from '../../interventions/controls.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Control, State } from '../../state/properties.js';
import type { Effect } from '../../source/consequence.js';
import type { AllMessages } from '../../../locales/index.js';

export interface ExperimentResultsProps {
  source: AttentionSource;
  state: State;
  /** Effect of the interventions on the model's output; null if it has not been computed. */
  effect: Effect | null;
  allows: (control: Control) => boolean;
  change: (change: Partial<State>) => void;
  selectHead: (head: HeadRef) => void;
}

/** List of the model's output, or of its candidates for the next token, without and with the experiment. */
function effectOf(
  messages: AllMessages,
  { source, state, effect }: ExperimentResultsProps,
): TemplateResult | typeof nothing {
  if (!effect) return nothing;
  const { effect: texts } = messages;
  const { written, next } = effect;
  const [before, now] = next
    ? next.map((tokens) => html`${nextInWords(messages, tokens)}`)
    : written!.map((text) => html`<bdi>${text === '' ? texts.nothing : text}</bdi>`);
  const isSame = next ? isAlike(next[0], next[1]) && isAlike(next[1], next[0]) : written![0] === written![1];
  const query = source.tokens.query[source.queryIndex(state)]!.text;
  return html`<dl class="effect">
    <dt>${next ? texts.next(query) : texts.translation}${isSame ? texts.unchanged : nothing}</dt>
    ${isSame ? nothing : html`<dd class="was">${before}</dd>`}
    <dd>${isSame ? nothing : html`<span aria-hidden="true">→ </span>`}${now}</dd>
  </dl>`;
}

/** Switch that makes the views show the difference from the baseline, or a hint if the two runs cannot be compared. */
const compareSwitch = (texts: AllMessages, { source, state, change }: ExperimentResultsProps): TemplateResult =>
  source.isIncomparable
    ? html`<p class="hint">${texts.compareUnavailable}</p>`
    : onOff(texts.compare, texts.compareHelp, state.compare, (on) => change({ compare: on }));

/**
 * List of heads, other than the selected one, that are switched off: they are outside the scope of the other
 * interventions, but also affect later layers.
 */
function otherHeadsOff(texts: AllMessages, { source, state }: ExperimentResultsProps): TemplateResult | typeof nothing {
  const { attention, layer, head } = source.headRef;
  const names = state.ablate
    .filter((target) => typeof target !== 'number')
    .filter((each) => each.attention !== attention || each.layer !== layer || each.head !== head)
    .map((each) => texts.headName(each.layer, each.head));
  return state.scope === 'model' || names.length === 0 ? nothing : html`<p class="hint">${texts.alsoOff(names)}</p>`;
}

/** Hint that the interventions do not affect the selected head. It names the head that they affect most. */
function unaffectedHint(
  texts: AllMessages,
  { source: { isUnaffected, mostAffectedHead }, allows, selectHead }: ExperimentResultsProps,
): TemplateResult | typeof nothing {
  if (!isUnaffected) return nothing;
  if (!mostAffectedHead) return html`<p class="hint" role="status">${texts.noVisibleEffect}</p>`;
  const { layer, head } = mostAffectedHead;
  const label = texts.largestEffect(texts.headLabel(layer, head, null));
  return html`<p class="hint" role="status">
    ${texts.noVisibleEffect}
    ${
      allows('head') ? html`<button class="link" @click=${() => selectHead(mostAffectedHead)}>${label}</button>` : label
    }
  </p>`;
}

export const experimentResults = (texts: AllMessages, props: ExperimentResultsProps): TemplateResult =>
  html`${effectOf(texts, props)} ${props.allows('compare') ? compareSwitch(texts, props) : nothing}
  ${otherHeadsOff(texts, props)} ${unaffectedHint(texts, props)}`;
