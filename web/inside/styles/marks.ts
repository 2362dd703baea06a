// Styles of the charts, maps and bars in “Look inside”.
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
    svg:not(.map svg) text {
      font-size: 15px;
    }
  }
`;
