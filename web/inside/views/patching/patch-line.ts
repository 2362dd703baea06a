// Number line with three logit differences: those of the clean and the corrupted run and, between them, the one after
// the selected patch. Below it is the recovery computed from them.
import { baseOf, printedPatch } from './patch-map.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { selectedOf } from './selected-patch.js';
import type { Patches } from './work.js';
import type { Shown } from '../../element/shown.js';
import type { Sentences } from './work/sentences.js';

/**
 * Sizes in pixels: the height of the drawing, the distance of the line from the top, and the margins at the sides for
 * labels.
 */
const [HEIGHT, AXIS, SIDE] = [104, 44, 70];

/** Draws the number line. @param room available width in pixels */
export function patchLine(
  shown: Shown,
  sentences: Sentences,
  patches: Patches,
  room: number,
): TemplateResult | typeof nothing {
  const { texts } = shown;
  const selected = selectedOf(shown, sentences, patches);
  if (!selected || Number.isNaN(selected.recovery)) return nothing;
  const base = baseOf(patches);
  const { clean, corrupted, patched, recovery } = printedPatch(sentences, base, selected.recovery);
  const [least, most] = [Math.min(clean, corrupted, patched), Math.max(clean, corrupted, patched)];
  const across = (value: number) => SIDE + ((room - 2 * SIDE) * (value - least)) / (most - least);
  const tick = (
    name: string,
    value: number,
    line: number,
  ) => svg`<path class="rule" d="M${across(value)} ${AXIS}v${8 + 18 * line}"></path>
    <text x=${across(value)} y=${AXIS + 22 + 18 * line} text-anchor="middle">${name} <tspan font-weight="700">${texts.exact(value)}</tspan></text>`;
  const [from, to] = base === 'clean' ? [clean, corrupted] : [corrupted, clean];
  const number = (value: number) => {
    const text = texts.exact(value).replace(/^\+/, '');
    return value < 0 ? `(${text})` : text;
  };
  const [first, second] = base === 'clean' ? [clean, patched] : [patched, corrupted];
  return html`<figure class="patch">
    <figcaption>${selected.name}</figcaption>
    <svg width=${room} height=${HEIGHT} aria-hidden="true">
      <path class="rule" d="M${SIDE / 2} ${AXIS}H${room - SIDE / 2}"></path>
      <path class="way" d="M${across(from)} ${AXIS}H${across(patched)}"></path>
      ${tick(texts.patching.corrupted, corrupted, 0)} ${tick(texts.patching.clean, clean, 1)}
      <circle class="end" cx=${across(to)} cy=${AXIS} r="4"></circle>
      <circle class="patched" cx=${across(patched)} cy=${AXIS} r="7"></circle>
      <text x=${across(patched)} y=${AXIS - 16} text-anchor="middle">
        ${texts.patching.patched}
        <tspan font-weight="700">${texts.exact(patched)}</tspan>
      </text>
    </svg>
    <p class="number sum-line">
      ${texts.patching.share} = (${number(first)} − ${number(second)}) / (${number(clean)} − ${number(corrupted)}) =
      <b>${texts.signed(recovery)}</b>
    </p>
  </figure>`;
}
