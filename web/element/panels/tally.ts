// A head's accuracy as a row of 100 strokes, one per case, with the accuracy of a simple rule marked for comparison.
import { html, type TemplateResult } from 'lit';
import { styled } from '../../ui/style-vars-directive.js';
import type { Tally } from '../claims/claim-text.js';

/** Renders the tally. Screen readers skip the strokes, because the sentence above them contains the same numbers. */
export const tally = ({ right, says, chance, rule }: Tally): TemplateResult =>
  html`<div class="tally" ${styled({ '--right': `${right}%`, '--chance': `${chance}%` })}>
    <p>${says[0]}<b>${right}</b>${says[1]}</p>
    <div class="strokes" aria-hidden="true"></div>
    <p class="rule">${rule}</p>
  </div>`;
