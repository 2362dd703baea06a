// Styles of lazily loaded panels: the selected cell's card, the view 'heads', the results of an experiment, and the
// effect on the query token.
import { css, unsafeCSS } from 'lit';
import { MONO } from '../../view/marks/fonts.js';

export const panels = css`
  .cell {
    padding: 12px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 10px;
    background: var(--_spotlight-surface);
  }
  .cell.pinned {
    border-color: var(--_spotlight-query);
  }
  .cell h3 {
    margin: 0 0 6px;
    font-size: 15px;
  }
  .cell .arithmetic {
    max-height: 40vh;
    overflow: auto;
  }
  /* All terms of a sum, limited beside the canvas to the height that leaves room for the heading and the button. */
  @container (min-width: 761px) {
    .cell .arithmetic[tabindex] {
      max-height: max(120px, var(--_spotlight-canvas-height) - 250px);
    }
  }
  .arithmetic[tabindex]::after {
    content: '';
    position: sticky;
    bottom: 0;
    display: block;
    height: 24px;
    background: linear-gradient(transparent, var(--_spotlight-surface));
    pointer-events: none;
  }
  :where(.cell) p.numbers {
    margin: 0 0 4px;
    font: var(--_spotlight-small, 13px) / 1.7 ${unsafeCSS(MONO)};
  }
  .cell .rest,
  .cell [data-name]:not([class]) {
    color: var(--_spotlight-muted);
  }
  .cell [data-note] {
    margin-bottom: 6px;
  }
  .cell .hint:last-child {
    margin-top: 6px;
  }
  /* The arithmetic of a pinned cell comes first if there is little room. */
  @media (max-height: 820px) {
    @container (min-width: 761px) {
      :where(aside:has(.pinned)) :is(.formula, .narration) {
        display: none;
      }
      [data-side='step'] .side:has(.pinned) {
        grid-template-rows: minmax(75%, 1fr) minmax(0, auto);
      }
    }
  }
  .pin button {
    padding: 0 14px;
  }
  .pin p {
    margin-top: 6px;
  }
  .consequence {
    padding-top: 12px;
    border-top: 1px solid var(--_spotlight-line);
  }
  .consequence h3 {
    margin: 0 0 6px;
    font-size: 15px;
  }
  .consequence table {
    width: 100%;
    margin-top: 10px;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .consequence :is(td, th[scope='row']) {
    overflow-wrap: normal;
    white-space: nowrap;
  }
  .consequence caption {
    color: var(--_spotlight-muted);
    font-size: 13px;
    text-align: left;
  }
  .consequence th,
  .consequence td {
    padding: 3px 0 3px 8px;
    text-align: right;
    vertical-align: bottom;
  }
  .consequence thead th {
    color: var(--_spotlight-muted);
    font-size: 13px;
    font-weight: 400;
  }
  .consequence th:first-child {
    padding-left: 0;
    text-align: left;
  }
  .consequence dl {
    display: grid;
    gap: 2px;
    margin: 10px 0 0;
  }
  .consequence dt {
    color: var(--_spotlight-muted);
    font-size: 13px;
  }
  .consequence dd {
    margin: 0 0 6px;
  }
  aside [data-cell] {
    min-height: 3em; /* two lines, so that nothing below moves */
  }
  .effect {
    display: grid;
    flex-basis: 100%;
    gap: 2px;
    margin: 0;
  }
  .effect :is(dt, .was) {
    color: var(--_spotlight-muted);
    font-size: 13px;
  }
  .effect dd {
    margin: 0;
  }
`;
