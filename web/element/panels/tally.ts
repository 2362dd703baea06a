// A head's accuracy as strokes for 100 cases, beside the accuracy of a simple rule.
import { html, type TemplateResult } from 'lit';
import { styled } from '../../ui/style-vars-directive.js';
import type { Tally } from '../claims/claim-text.js';

/** The strokes, which screen readers skip because the text contains the same numbers. */
export const tally = ({ right, says, chance, rule }: Tally): TemplateResult =>
  html`<div class="tally" ${styled({ '--right': `${right}%`, '--chance': `${chance}%` })}>
    <p>${says[0]}<b>${right}</b>${says[1]}</p>
    <div class="strokes" aria-hidden="true"></div>
    <p class="rule">${rule}</p>
  </div>`;
