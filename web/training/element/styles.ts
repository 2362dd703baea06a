// Styles of the training page.
import { base } from '../../ui/styles/base.js';
import { buttons } from '../../ui/styles/buttons.js';
import { controls } from './control-styles.js';
import { css } from 'lit';
import { narrow } from './narrow-styles.js';

const layout = css`
  :host {
    padding: 14px 18px 18px;
  }
  .page {
    display: grid;
    gap: 10px;
    grid-template-columns: minmax(0, 1fr);
  }
  h2,
  h3,
  p,
  figure {
    margin: 0;
  }
  h2 {
    font-size: 17px;
  }
  small {
    color: var(--_spotlight-muted);
    font-size: 13px;
    font-weight: 400;
  }
  button {
    padding: 0 14px;
  }
  button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  .note {
    color: var(--_spotlight-muted);
    font-size: 15px;
  }
  .tasks {
    display: var(--offered, flex);
    flex-wrap: wrap;
    gap: 6px;
  }
  .tasks [aria-pressed='true'],
  .timeline [aria-pressed='true'] {
    border-color: var(--_spotlight-weight);
    box-shadow: inset 0 0 0 1px var(--_spotlight-weight);
    font-weight: 600;
  }
  .lead {
    font-size: 17px;
    line-height: 1.45;
    text-wrap: pretty;
  }
  .watch {
    font-weight: 600;
  }
  .now {
    min-height: 1.5em;
    color: var(--_spotlight-weight);
    font-weight: 600;
  }
  .player,
  .timeline,
  .timeline label,
  .status,
  .measures {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }
  .play {
    min-width: 168px;
    min-height: 48px;
    border-color: var(--_spotlight-accent);
    border-radius: 12px;
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-size: 21px;
    font-weight: 700;
  }
  .status {
    gap: 4px 18px;
    font-size: 17px;
    font-variant-numeric: tabular-nums;
  }
  .timeline label {
    flex: 1;
    flex-wrap: nowrap;
    min-width: 260px;
  }
  .timeline input {
    flex: 1;
    min-width: 80px;
    min-height: 32px;
    accent-color: var(--_spotlight-accent);
  }
  .timeline output {
    min-width: 15em;
    font-variant-numeric: tabular-nums;
  }
  .columns {
    display: grid;
    gap: 18px;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.05fr) minmax(0, 1fr);
    align-items: start;
    min-height: 430px;
  }
  /* What follows appears with the model, in its place. */
  .columns:empty ~ * {
    visibility: hidden;
  }
  .fold {
    padding-top: 10px;
    border-top: 1px solid var(--_spotlight-line);
  }
  .fold[open] > summary {
    margin-bottom: 6px;
  }
  summary {
    min-height: 28px;
    cursor: pointer;
  }
  summary h2 {
    display: inline;
  }
  .fixed {
    padding: 0;
    border: 0;
  }
  .fixed > summary {
    display: none;
  }
`;

const heads = css`
  .heads {
    display: grid;
    gap: 8px;
  }
  .all {
    display: grid;
    gap: 8px;
  }
  .layer {
    display: grid;
    gap: 8px;
    grid-template-columns: repeat(var(--heads), minmax(0, 1fr));
  }
  .layer button {
    display: grid;
    gap: 3px;
    max-width: 150px;
    padding: 4px;
    background: none;
  }
  .layer [aria-pressed='true'] {
    border-color: var(--_spotlight-weight);
    box-shadow: 0 0 0 1px var(--_spotlight-weight);
  }
  .layer small {
    display: flex;
    justify-content: space-between;
    gap: 2px;
    font-size: 13px;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
  }
  .layer .formed {
    outline: 2px dashed var(--_spotlight-weight);
    outline-offset: 2px;
  }
  /* Two lines, with or without the badge. */
  .name {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    height: 44px;
    white-space: nowrap;
  }
  .name span {
    flex-basis: 100%;
    color: var(--_spotlight-muted);
    font-variant-numeric: tabular-nums;
  }
  .badge {
    padding: 0 8px;
    border-radius: 999px;
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-weight: 600;
  }
  @media (prefers-reduced-motion: no-preference) {
    .formed,
    .badge {
      animation: appear 0.9s ease-out;
    }
  }
  @keyframes appear {
    from {
      box-shadow: 0 0 0 14px color-mix(in srgb, var(--_spotlight-weight) 55%, transparent);
    }
  }
  .score {
    display: block;
    height: 4px;
    background: var(--_spotlight-line);
  }
  .score span {
    display: block;
    height: 100%;
    background: var(--_spotlight-value);
  }
  canvas {
    display: block;
    width: 100%;
    aspect-ratio: 1;
  }
  .large {
    max-width: min(620px, max(300px, var(--screen, 100vh) - 400px));
  }
  .measured {
    display: grid;
    gap: 6px;
  }
  .name,
  .cell,
  .measures,
  .heads .switch {
    font-size: 15px;
  }
  .cell {
    min-height: 3em;
    color: var(--_spotlight-muted);
  }
  .measures span {
    flex: 1;
    min-width: 200px;
    color: var(--_spotlight-muted);
  }
`;

const charts = css`
  .charts,
  .more {
    display: grid;
    gap: 8px;
  }
  .norms {
    display: grid;
    gap: 10px;
    grid-template-columns: 1fr 1fr;
  }
  figcaption {
    font-size: 15px;
    font-weight: 600;
  }
  figure > svg {
    display: block;
    overflow: visible;
    width: 100%;
  }
  svg text {
    fill: var(--_spotlight-muted);
    font-size: 13px;
    paint-order: stroke;
    stroke: var(--_spotlight-surface);
    stroke-width: 3px;
  }
  line.grid {
    stroke: var(--_spotlight-line);
  }
  line.level {
    stroke: var(--_spotlight-muted);
    stroke-dasharray: 2 3;
  }
  line.moment {
    stroke: var(--_spotlight-weight);
    stroke-width: 1.5;
  }
  svg text.moment {
    fill: var(--_spotlight-weight);
    font-weight: 600;
    paint-order: stroke;
    stroke: var(--_spotlight-surface);
    stroke-width: 4px;
  }
  line.shown {
    stroke: var(--_spotlight-text);
    stroke-width: 1.5;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 14px;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 13px;
  }
  .samples div {
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
  }
  .token {
    display: grid;
    min-width: 27px;
    padding: 2px 3px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 6px;
    text-align: center;
    line-height: 1.35;
  }
  .token i {
    min-height: 1.35em;
    font-style: normal;
  }
  .token .right {
    color: var(--_spotlight-value);
    font-weight: 700;
  }
  .token .wrong {
    color: var(--_spotlight-positive);
    text-decoration: underline wavy 1px;
    text-underline-offset: 2px;
  }
  .written p {
    padding: 8px 12px;
    border-left: 3px solid var(--_spotlight-line);
    overflow-wrap: anywhere;
  }
`;

/** Styles for a large screen, on which the texts are larger. */
const wide = css`
  @container (min-width: 1560px) {
    small,
    .layer small,
    .legend {
      font-size: 15px;
    }
    .page,
    .note,
    .name,
    .cell,
    .measures,
    .heads .switch,
    figcaption,
    article {
      font-size: 17px;
    }
    .charts {
      max-width: 600px; /* letters of a chart grow with it */
    }
  }
`;

/** Print styles of the training page: the visible content without controls. */
const print = css`
  @media print {
    .player,
    .tasks,
    .settings,
    .cards,
    .export,
    button,
    label:has(input, select) {
      display: none;
    }
  }
`;

export const trainingStyles = [base, buttons, layout, heads, charts, controls, wide, narrow, print];
