// Attention patterns of all heads as small images, arranged by layer and head. Heads that are named by a role are
// outlined.
import { hasRole, scoreOf } from './ranked-heads.js';
import { headGrid } from '../../maps/head-map.js';
import { nameOfHead } from './head-roles.js';
import { nothing, svg, type TemplateResult } from 'lit';
import { patterns } from './results.js';
import { patternUrl } from '../../maps/pattern-pictures.js';
import type { HeadRef } from '../../../engine/transformer/head-ref.js';
import type { HeadScore } from '../../../analysis/index.js';
import type { Shown } from '../../element/shown.js';

export function headPictures(shown: Shown, scores: readonly HeadScore[]): TemplateResult {
  const { inspection, texts } = shown;
  const pictures = inspection.result(patterns).value;
  const { role } = inspection.state;
  const cell = (at: HeadRef, [x, y]: readonly [number, number], size: number) => {
    if (!hasRole(scores, at, role)) return svg``;
    const url = pictures && patternUrl(pictures, at, shown.scale);
    const score = scoreOf(scores, at);
    return svg`${url ? svg`<image href=${url} x=${x + 1} y=${y + 1} width=${size - 2} height=${size - 2}></image>` : nothing}
      ${score && nameOfHead(score) ? svg`<rect class="named" x=${x} y=${y} width=${size} height=${size}></rect>` : nothing}`;
  };
  return headGrid(shown, { name: texts.views.heads.name, cellOf: cell });
}
