// The question on which a class votes at the beginning of a presentation, before the <attention-spotlight> element's
// scene answers it. A sheet with the votes covers the presentation; afterwards, a line above the scene shows them. The
// presentation continues with the sentence in which one word is exchanged, and with the computation of the weights.
import { accompany } from './element-presentation.js';
import { BACK, FORWARD, hasModifier } from '../../ui/clicker.js';
import { html, render } from 'lit';
import { loadPresentingTexts } from './texts.js';
import { openingSentences } from '../../locales/opening-sentences.js';
import { stateOfSection } from '../sections/sections.js';
import { openingVoteStyles } from './styles.js';
import { vote, votedBy, voteStyles } from '../../ui/vote.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { Language } from '../../locales/index.js';
import type { State } from '../../element/state/properties.js';

interface Asked {
  question: string;
  /** The <attention-spotlight> element, whose scene answers the question. */
  spotlight: AttentionSpotlight;
  language: Language;
}

/**
 * Asks the class until a key continues the presentation. Must be called before the presentation starts, so that its key
 * handlers run first. The sheet is removed when the presentation ends.
 */
export async function askFirst({ question, spotlight, language }: Asked): Promise<void> {
  const texts = await loadPresentingTexts(language);
  const { answers, hint, notes } = texts.opening;
  let counts: readonly number[] = answers.map(() => 0);
  const before = spotlight.state;
  const other = openingSentences(language).find((text) => text !== before.text)!;
  const scenes: readonly (() => Partial<State>)[] = [
    () => before,
    () => ({ text: other }),
    () => stateOfSection('computed', spotlight.state, language),
  ];
  /** Index of the scene that is shown; −1 while the question is shown. */
  let at = -1;
  const sheet = document.createElement('div');
  sheet.className = 'opening-vote';
  const root = sheet.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [voteStyles.styleSheet!, openingVoteStyles.styleSheet!];
  const aids = accompany(spotlight, {
    notes: () => ({ title: question, text: [notes[at + 1]!] }),
    language: () => language,
    namesKeys: false, // the sheet itself lists the keys
  });
  const draw = () =>
    render(
      html`<p class="sentence">${spotlight.text}</p>
        ${vote({ question, answers, counts, right: null, cast })}
        <button class="on" @click=${showPicture}>${hint}</button>`,
      root,
    );
  function cast(answer: number): void {
    counts = counts.with(answer, counts[answer]! + 1);
    draw();
  }
  function showPicture(): void {
    at = 0;
    aids.showNotes();
    sheet.classList.add('voted');
    if (counts.every((count) => count === 0)) sheet.remove();
    else render(html`<p>${texts.voted(answers, counts)}</p>`, root);
  }
  function key(event: KeyboardEvent): void {
    if (hasModifier(event)) return;
    const answer = at < 0 ? votedBy(event.key, answers.length) : null;
    const isForward = FORWARD.includes(event.key);
    const isBack = BACK.includes(event.key) && at === 1; // in later scenes, the keys move between stages
    if (answer !== null) cast(answer);
    else if (isForward && at < 0) showPicture();
    else if ((isForward && scenes[at + 1]) || isBack) show(at + (isForward ? 1 : -1));
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function show(scene: number): void {
    at = scene;
    aids.showNotes();
    spotlight.state = scenes[at]!();
  }
  function end(): void {
    window.removeEventListener('keydown', key, true);
    presentation.disconnect();
    sheet.remove();
    if (at > 0) spotlight.state = before;
  }
  const presentation = new MutationObserver(() => !spotlight.hasAttribute('data-presenting') && end());
  presentation.observe(spotlight, { attributeFilter: ['data-presenting'] });
  window.addEventListener('keydown', key, true);
  spotlight.shadowRoot!.append(sheet); // in full screen, only the element's content can be clicked
  draw();
}
