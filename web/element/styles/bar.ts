// Styles of the bar above the canvas: sentence, view, attention type and head.
import { css } from 'lit';

export const bar = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 10px 18px;
    padding: 12px 16px;
  }
  .sentence {
    display: flex;
    flex: 1 1 620px;
    gap: 8px;
    min-width: 0;
  }
  /* The field is as high as its text: a hidden copy of the text determines the height. */
  .sentence .field {
    display: grid;
    flex: 1;
    min-width: 0;
  }
  .field > textarea,
  .field::after {
    grid-area: 1 / 1;
    box-sizing: border-box;
    min-width: 0;
    min-height: 40px;
    max-height: 88px; /* three lines; longer texts scroll */
    padding: 7px 14px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 4px;
    font: 17px/24px var(--_spotlight-fonts);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .field > textarea {
    overflow-y: auto;
    background: var(--_spotlight-background);
    color: inherit;
    resize: none;
  }
  /* Two lines from the start for a text that the model continues, so that nothing moves during generation. */
  .field[data-writes] > textarea,
  .field[data-writes]::after {
    height: 64px;
    max-height: 64px;
  }
  .field::after {
    content: attr(data-text) ' ';
    visibility: hidden;
    overflow: hidden;
  }
  .sentence select {
    width: 9.5em;
    padding: 0 8px;
  }
  .drawer {
    display: none;
  }
  .drawn {
    display: contents;
  }
  .sort select {
    min-height: 36px;
    padding: 0 8px;
  }
  .choice,
  .heads {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  .group-name {
    padding-right: 8px;
    color: var(--_spotlight-muted);
  }
  .choice label,
  .heads label {
    display: grid;
    place-items: center;
    cursor: pointer;
  }
  .choice label:has(:checked),
  .heads label:has(:checked) {
    font-weight: 700;
  }
  .choice label:has(:focus-visible),
  .heads label:has(:focus-visible) {
    outline: 3px solid var(--_spotlight-query);
    outline-offset: 2px;
  }
  .choice input,
  .heads input {
    position: absolute;
    opacity: 0;
  }
  .choice label {
    height: 36px;
    padding: 0 12px;
    border: 1px solid var(--_spotlight-line);
  }
  @container (max-width: 1060px) {
    /* The menus have no labels here, so that they fit in one row. */
    .bar .choice .group-name {
      display: none;
    }
    .choice label {
      padding: 0 9px;
    }
  }
  .choice label:first-of-type {
    border-radius: 9px 0 0 9px;
  }
  .choice label:last-of-type {
    border-radius: 0 9px 9px 0;
  }
  .choice label + label {
    border-left: 0;
  }
  .choice label:has(:checked) {
    background: var(--_spotlight-accent);
    color: var(--_spotlight-surface);
  }
  .heads {
    gap: 6px;
  }
  .heads label {
    position: relative;
    min-width: 32px;
    height: 34px;
    padding: 0 4px;
    border-radius: 9px;
    border: 2px solid var(--head);
    font-variant-numeric: tabular-nums;
  }
  .heads label:has(:checked) {
    background: var(--head);
    color: var(--on-head);
  }
  .layer {
    display: inline-flex;
    align-items: center;
    gap: 3px;
    margin-right: 8px;
  }
  .layer-name {
    color: var(--_spotlight-muted);
    font-size: 13px;
    margin-right: 2px;
  }
  .layer label {
    opacity: 0.75;
  }
  .layer label.supervised,
  .layer label:has(:checked) {
    opacity: 1;
  }
  .layer label.off {
    border-style: dashed;
    text-decoration: line-through 2px;
  }
  .layer label.supervised {
    font-weight: 700;
    border-width: 3px;
  }
  .head-menu {
    --head: var(--_spotlight-accent);
    --on-head: var(--_spotlight-on-accent);
    flex: 1 1 100%;
  }
  .head-menu summary {
    width: fit-content;
    min-height: 34px;
    align-content: center;
    cursor: pointer;
  }
  .head-menu .heads {
    display: grid;
    max-height: 250px;
    overflow-y: auto;
    gap: 5px;
    padding: 2px;
  }
  .head-menu .layer {
    display: flex;
    margin: 0;
  }
  .head-menu .layer-name {
    width: 5em;
  }
  .head-menu label {
    flex: 1 1 0;
    align-content: center;
    min-width: 0;
    height: 42px;
    border: 1px solid var(--_spotlight-line);
    line-height: 1.2;
    text-align: center;
  }
  .head-menu b {
    font-weight: inherit;
  }
  .head-menu small {
    font-size: 13px;
  }
  .head-menu .layer label.measured {
    opacity: 1;
    /* The length of the bar is the share. */
    background: linear-gradient(var(--_spotlight-key), var(--_spotlight-key)) left bottom / var(--share) 3px no-repeat;
  }
  .head-menu .layer label:has(:checked) {
    background: var(--head);
  }
  @container (max-width: 760px) {
    .head-menu .layer {
      flex-wrap: wrap;
    }
    .head-menu .layer-name {
      width: 100%;
    }
    .head-menu label {
      flex: 1 1 23%;
      height: 56px;
    }
  }
  @media (max-height: 800px) {
    .head-menu .heads {
      max-height: 150px;
    }
  }
`;
