// Pictures: lens, charts, maps and bars.
import { css } from 'lit';

export const marks = css`
  svg {
    display: block;
    overflow: visible;
  }
  svg text {
    fill: var(--ink);
    font-size: 14px;
  }
  .tick {
    fill: var(--ink-2);
  }
  svg .word {
    font-size: 17px;
    line-height: 1;
  }
  svg .value {
    font-weight: 700;
    font-size: 15px;
  }
  .rule {
    stroke: var(--rule);
    fill: none;
  }
  .column {
    fill: var(--marker);
  }
  .own,
  .rival {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2.5;
    stroke-linejoin: round;
  }
  .rival {
    stroke-width: 2;
    stroke-dasharray: 2 5;
    stroke-linecap: round;
  }
  .helps {
    fill: var(--loses);
  }
  .hinders {
    fill: none;
    stroke: var(--gains);
    stroke-width: 1.5;
  }
  /* Shares of a sum are no loss and no gain. */
  .waterfall .helps,
  .shares .helps {
    fill: var(--edge);
  }
  .waterfall .hinders,
  .shares .hinders {
    stroke: var(--edge);
  }
  .point {
    fill: var(--loses);
  }
  .mark {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .diagonal {
    stroke: var(--edge);
    stroke-dasharray: 4 4;
  }
  .repair {
    margin: 12px 0 0;
    max-width: 420px;
    cursor: crosshair;
  }
  .total {
    fill: var(--ink);
  }
  .unknown {
    fill: var(--edge);
  }
  .map {
    width: max-content;
    max-width: 100%;
    overflow-x: auto;
    cursor: crosshair;
  }
  .map .sheet {
    fill: var(--sheet);
  }
  .outline {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .intervened {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .named {
    fill: none;
    stroke: var(--gold-edge);
    stroke-width: 2;
  }
  image {
    image-rendering: pixelated;
  }
  .framed {
    fill: none;
    stroke: var(--edge);
  }
  .lines {
    stroke: var(--paper);
    opacity: 0.6;
    fill: none;
    pointer-events: none;
  }
  .dashes {
    stroke: var(--ink);
    stroke-width: 2;
    fill: none;
    pointer-events: none;
  }
  .gap {
    fill: var(--sunk);
  }
  .tick.current {
    fill: var(--ink);
    font-weight: 700;
  }
  .scale {
    width: min(320px, 100%);
    margin: 8px 0;
  }
  .scale i {
    display: block;
    height: 12px;
    border: 1px solid var(--edge);
  }
  .scale span {
    display: flex;
    justify-content: space-between;
  }
  .legends {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 32px;
    align-items: center;
  }
  .legends .note {
    flex: 1 1 320px;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 16px;
  }
  .matrices figure {
    margin: 0;
  }
  .matrices figcaption {
    width: 0;
    min-width: 100%; /* no wider than the matrix */
  }
  .threshold input {
    accent-color: var(--ink);
    vertical-align: middle;
  }
  .paths {
    margin-top: 12px;
    overflow-x: auto;
  }
  .path {
    fill: none;
    stroke: var(--gold-edge);
    opacity: 0.8;
  }
  .path.against {
    stroke: var(--gains);
    stroke-dasharray: 6 3;
  }
  .path.aside {
    opacity: 0.15;
  }
  .node {
    cursor: pointer;
  }
  .node .sheet {
    fill: var(--sheet);
    stroke: var(--edge);
  }
  .path-list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(280px, 1fr));
    gap: 0 24px;
    margin-top: 4px;
    list-style: none;
  }
  .path-list button {
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    padding: 0 4px;
    border: 0;
    border-bottom: 1px solid var(--rule);
    border-radius: 0;
    background: none;
    text-align: left;
  }
  .path-list [aria-pressed='true'] {
    background: var(--sunk);
  }
  .heads-of-layer {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 12px;
    list-style: none;
  }
  .heads-of-layer button {
    display: block;
    padding: 4px 4px 0;
    border-color: var(--rule);
    border-radius: 0;
    text-align: center;
    line-height: 1.4;
  }
  .heads-of-layer img {
    display: block;
    width: 72px;
    height: 72px;
    image-rendering: pixelated;
  }
  .heads-of-layer [aria-pressed='true'] {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
  }
  .ranking {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(176px, 1fr));
    gap: 8px;
    margin-top: 8px;
    list-style: none;
  }
  .ranking button {
    display: grid;
    grid-template-columns: 48px minmax(0, 1fr);
    gap: 0 10px;
    width: 100%;
    min-height: 64px;
    padding: 6px;
    border-color: var(--rule);
    text-align: left;
  }
  .ranking :is(img, i) {
    grid-row: 1 / 4;
    width: 48px;
    height: 48px;
    image-rendering: pixelated;
  }
  .ranking span,
  .ranking small {
    line-height: 1.25;
  }
  .ranking .number {
    text-align: left;
  }
  .ranking [aria-pressed='true'] {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
  }
  .aligned {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    margin: 8px 0;
    list-style: none;
    font-size: 17px;
    line-height: 1.4;
  }
  .patching[data-beside='true'] {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: 0 48px;
  }
  [data-beside='true'] .runs {
    grid-area: 1 / 2;
    padding-top: 12px;
  }
  .carrying {
    display: grid;
    gap: 12px 24px;
  }
  .carrying[data-beside='true'] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .carrying[data-beside='true'] .source {
    order: -1;
  }
  .carrying figure {
    min-width: 0;
    margin: 0;
  }
  [draggable='true'] {
    cursor: grab;
  }
  .carried {
    margin-bottom: 8px;
  }
  .patch {
    margin: 24px 0 0;
  }
  .patch figcaption {
    font-size: 21px;
  }
  .patch figcaption::first-letter {
    text-transform: uppercase;
  }
  .way {
    stroke: var(--gold-edge);
    stroke-width: 5;
  }
  .patch .end {
    fill: var(--ink);
  }
  .patch .patched {
    fill: var(--gold);
    stroke: var(--ink);
    stroke-width: 2;
  }
  .sum-line {
    text-align: left;
    white-space: normal;
  }
  .aligned li > * {
    display: block;
  }
  .aligned b {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .lens .axis,
  .lens .row {
    display: grid;
    grid-template-columns: 92px minmax(0, 1fr);
    gap: 12px;
  }
  .lens .axis div {
    position: relative;
    height: 20px;
  }
  .lens .axis i {
    position: absolute;
    transform: translateX(-50%);
    font-style: normal;
  }
  .lens .axis {
    font-size: 15px;
    color: var(--ink-2);
  }
  .lens .label {
    justify-content: flex-end;
    min-height: 0;
    height: var(--row);
    padding: 0;
    border: 0;
    background: none;
    font-size: min(17px, calc(var(--row) * 0.6));
    text-align: right;
    white-space: nowrap;
    overflow: hidden;
  }
  .lens .axis .label {
    height: auto;
    font: inherit;
    text-align: right;
  }
  .lens .label[aria-pressed='true'] {
    color: var(--query);
    font-weight: 700;
  }
  .lens .row {
    margin-bottom: 3px;
  }
  .lens .spans {
    position: relative;
    height: var(--row);
  }
  .lens .spans button {
    position: absolute;
    top: 0;
    display: flex;
    justify-content: space-between;
    gap: 4px;
    height: var(--row);
    min-height: 0;
    padding: 0 0 0 5px;
    border: 1px solid var(--edge);
    border-radius: 0;
    overflow: hidden;
    white-space: nowrap;
    cursor: crosshair;
  }
  .lens .spans span {
    font-size: min(17px, calc(var(--row) * 0.6));
  }
  .lens .spans small {
    padding-right: 6px;
    color: inherit;
    font-size: 15px;
  }
  .lens .cursor {
    position: absolute;
    top: -2px;
    height: calc(var(--row) + 4px);
    border: 3px solid var(--ink);
    pointer-events: none;
  }
  .lens .chart {
    margin-top: 12px;
  }
  .lens-column {
    width: 100%;
    table-layout: fixed;
  }
  .lens-column th:first-child {
    width: 40px;
  }
  .lens-column :is(.own, .rival, td.number) {
    width: 64px;
    padding-right: 0;
    overflow: hidden;
  }
  .lens-column thead .own {
    border-bottom: 3px solid var(--ink);
  }
  .lens-column thead .rival {
    border-bottom: 5px double var(--ink);
  }
  .lens-column button {
    position: relative;
    display: flex;
    justify-content: space-between;
    width: 100%;
    min-height: 44px;
    padding: 0 8px;
    border-color: var(--rule);
    border-radius: 0;
    font-size: 17px;
    overflow: hidden;
  }
  .lens-column button > * {
    position: relative;
  }
  .lens-column button i {
    position: absolute;
    inset: 0 auto 0 0;
    background: var(--marker);
  }
  .lens-column [aria-current='true'] button {
    outline: 3px solid var(--ink);
    outline-offset: -3px;
  }
  .similar {
    list-style: none;
  }
  .similar li {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    min-height: 28px;
  }
  .bars {
    list-style: none;
  }
  .bars li {
    display: grid;
    grid-template-columns: 84px minmax(0, 1fr) 44px;
    align-items: center;
    gap: 8px;
    min-height: 32px;
  }
  .blockable li {
    grid-template-columns: 76px minmax(0, 1fr) 40px auto;
  }
  .bars .word {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 17px;
  }
  .bars button.word {
    display: block;
    min-height: 28px;
    padding: 0;
    border: 0;
    background: none;
    text-align: left;
  }
  .bars button.word:not(:disabled) {
    text-decoration: underline;
    text-decoration-color: var(--edge);
    text-underline-offset: 4px;
  }
  .bars button:disabled {
    cursor: default;
  }
  .bars i {
    height: 12px;
    width: var(--share);
    min-width: 1px;
    background: var(--edge);
  }
  .bars .own i {
    background: var(--ink);
  }
  .bars .rival i {
    background: repeating-linear-gradient(to right, var(--ink) 0 3px, transparent 3px 6px);
  }
  .bars .weight {
    background: var(--gold);
    border: 1px solid var(--gold-edge);
  }
  .role {
    margin-top: 12px;
    border-top: 1px solid var(--rule);
    padding-top: 8px;
  }
  .role > p:first-child {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    font-size: 17px;
  }
  .track {
    position: relative;
    height: 12px;
    background: linear-gradient(to right, var(--gold) var(--share), var(--rule) var(--share));
  }
  .track::after {
    content: '';
    position: absolute;
    top: -3px;
    bottom: -3px;
    left: var(--chance);
    width: 3px;
    background: var(--ink);
  }
  @container (min-width: 1700px) {
    .aligned {
      font-size: 21px;
    }
    .lens :is(.axis, .spans small) {
      font-size: min(15px, calc(var(--row) * 0.6));
    }
    svg:not(.map svg) text {
      font-size: 15px;
    }
  }
`;
