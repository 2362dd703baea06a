// Styles of the interventions panel.
import { css } from 'lit';

export const interventions = css`
  .interventions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 14px;
    padding: 10px 16px 14px;
    border-top: 1px solid var(--_spotlight-line);
    font-size: 15px;
  }
  /* The heading and the scope of the interventions in a row; below it an explanation, and the button that undoes them all,
     whose space is reserved. */
  .interventions :is(.heading, .scope) {
    display: flex;
    flex-basis: 100%;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 34px;
  }
  .interventions .heading {
    flex-wrap: wrap;
  }
  .interventions h2 {
    margin: 0;
    font-size: 15px;
  }
  .interventions .choice label {
    height: 30px;
    padding: 0 9px;
  }
  .interventions .group-name {
    display: none; /* the heading contains it */
  }
  .interventions .hint {
    flex-basis: 100%;
    margin: 0;
  }
  .interventions [data-scope] {
    flex-basis: auto;
    max-width: calc(100% - 92px);
  }
  .toggle,
  .reset {
    min-height: 34px;
    padding: 0 9px;
  }
  /* There is little room above the controls beside the canvas. */
  @container (min-width: 761px) {
    .interventions :is(.toggle, .slider, .switch) {
      min-height: 30px;
    }
  }
  .toggle.off,
  .toggle[aria-pressed='true'] {
    border-color: var(--_spotlight-accent);
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-weight: 700;
  }
  .reset {
    border-color: var(--_spotlight-accent);
    color: var(--_spotlight-accent);
    font-weight: 700;
  }
  .slider {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 34px;
  }
  .slider input {
    width: 96px;
    accent-color: var(--_spotlight-accent);
  }
  .slider span {
    min-width: 2.6em;
    font-variant-numeric: tabular-nums;
  }
`;
