// The panel beside the canvas.
import { css, unsafeCSS } from 'lit';
import { MONO } from '../../view/marks/fonts.js';

export const side = css`
  .next-tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 4px 0 10px;
    padding: 0;
    list-style: none;
  }
  .next-tokens li {
    padding: 2px 8px;
    border: 1px solid var(--line);
    border-radius: 7px;
    background: var(--raised);
    font-size: 13.5px;
  }
  .side {
    display: flex;
    flex-direction: column;
    border-left: 1px solid var(--line);
    background: var(--background);
    overflow-wrap: anywhere;
  }
  aside {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 14px;
    padding: 16px;
  }
  aside h2 {
    margin: 0;
    font-size: 18px;
  }
  aside p {
    margin: 0;
  }
  .formula {
    font:
      italic 15px/1.5 Cambria,
      'Times New Roman',
      'Noto Serif',
      serif;
    color: var(--muted);
  }
  .cell {
    padding: 12px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--surface);
  }
  .cell.pinned {
    border-color: var(--query);
  }
  .cell h3 {
    margin: 0 0 6px;
    font-size: 15px;
  }
  .cell .numbers {
    font: 13.5px/1.7 ${unsafeCSS(MONO)};
  }
  .hint {
    color: var(--muted);
    font-size: 13px;
  }
  .query {
    color: var(--query);
  }
  .key {
    color: var(--key);
  }
  .value {
    color: var(--value);
  }
  .weight {
    color: var(--accent);
    font-weight: 600;
  }
  .result {
    font-weight: 700;
  }
`;
