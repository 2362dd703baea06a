// All heads as small pictures of their attention in this text, with the role that each is named for.
import { headGrid } from './head-map.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { nameOfHead } from '../views/head-roles.js';
import { patternUrl } from './pattern-pictures.js';
import { viewHead } from './view-frame.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { HeadScore } from '../../analysis/index.js';
import type { Shown } from './shown.js';

export function headsView(shown: Shown): TemplateResult {
  const { inspection, texts } = shown;
  const { roles, patterns } = inspection;
  const again = () => {
    roles.reset();
    inspection.set({});
  };
  const pictures = patterns.value;
  const scores = roles.value?.heads ?? [];
  const named = scores.filter((each) => nameOfHead(each) !== null).length;
  const cell = (at: HeadRef, [x, y]: readonly [number, number], size: number) => {
    const url = pictures && patternUrl(pictures, at, shown.scale);
    const score = scoreOf(scores, at);
    return svg`${url ? svg`<image href=${url} x=${x + 1} y=${y + 1} width=${size - 2} height=${size - 2}></image>` : nothing}
      ${score && nameOfHead(score) ? svg`<rect class="named" x=${x} y=${y} width=${size} height=${size}></rect>` : nothing}`;
  };
  return html`${viewHead(shown, { task: roles, again })}
    ${headGrid(shown, { name: texts.views.heads.name, cellOf: cell })}
    <p class="statement">${scores.length > 0 ? texts.heads.count(named, scores.length) : nothing}</p>
    <p class="note">${texts.heads.scored}</p>`;
}

export const scoreOf = (scores: readonly HeadScore[], { attention, layer, head }: HeadRef): HeadScore | undefined =>
  scores.find((each) => each.attention === attention && each.layer === layer && each.head === head);
