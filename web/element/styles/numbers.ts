// Styles of the view 'numbers', the attention matrix as a table.
import { css } from 'lit';

export const numbers = css`
  .numbers-view {
    position: absolute;
    inset: 0;
    overflow: auto;
    padding: 12px 16px;
  }
  .numbers-view p {
    margin: 0 0 8px;
  }
  .numbers-view table {
    border-collapse: collapse;
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
  .numbers-view td,
  .numbers-view th {
    padding: 3px 9px;
    text-align: right;
    white-space: nowrap;
  }
  .numbers-view tbody th {
    position: sticky;
    left: -16px;
    background: var(--_spotlight-surface);
  }
  .numbers-view .was {
    display: block;
    color: var(--_spotlight-muted);
    font-size: 13px;
  }
  .numbers-view .link {
    text-decoration: none;
    color: inherit;
  }
  .numbers-view tr[aria-current] {
    background: var(--_spotlight-raised);
  }
  .numbers-view tr[aria-current] th {
    background: var(--_spotlight-raised);
    color: var(--_spotlight-query);
    font-weight: 700;
  }
`;
