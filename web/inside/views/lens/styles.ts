import { css } from 'lit';

export const styles = css`
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
  @container (min-width: 1700px) {
    .lens :is(.axis, .spans small) {
      font-size: min(15px, calc(var(--row) * 0.6));
    }
  }
`;
