// The panel of interventions.
import { css } from 'lit';

export const interventions = css`
  .interventions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    padding: 12px 16px 16px;
    border-top: 1px solid var(--_spotlight-line);
    font-size: 14px;
  }
  /* The button that undoes it all stands in the line of the heading, and moves nothing when it comes. */
  .interventions .heading {
    display: flex;
    flex-basis: 100%;
    align-items: center;
    justify-content: space-between;
    min-height: 34px;
  }
  .interventions h2 {
    margin: 0;
    font-size: 15px;
  }
  .interventions .choice {
    flex-wrap: wrap;
  }
  .interventions .choice,
  .interventions .choice .group-name {
    flex-basis: 100%;
  }
  .interventions .hint {
    flex-basis: 100%;
    margin: 0;
  }
  .toggle,
  .reset {
    min-height: 34px;
    padding: 0 12px;
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
  .slider output {
    min-width: 2.6em;
    font-variant-numeric: tabular-nums;
  }
`;
