// Styles of the model card.
import { css } from 'lit';

export const card = css`
  .card {
    max-width: min(860px, 94vw);
    max-height: 88vh;
    overflow: auto;
    padding: 8px 24px 24px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 14px;
    background: var(--_spotlight-surface);
    color: var(--_spotlight-text);
    font-size: 15px;
    line-height: 1.5;
  }
  .card::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .card form {
    position: sticky;
    top: 0;
    text-align: right;
  }
  .card .close {
    width: 36px;
    height: 36px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 50%;
    background: var(--_spotlight-raised);
    color: var(--_spotlight-text);
    font-size: 21px;
    cursor: pointer;
  }
  .card h2 {
    margin: 0 0 8px;
  }
  .card table {
    border-collapse: collapse;
    width: 100%;
  }
  .card th {
    width: 9em;
    text-align: left;
    vertical-align: top;
    font-weight: 400;
    padding: 10px 12px 10px 0;
    border-top: 1px solid var(--_spotlight-line);
  }
  .card td {
    padding: 10px 0;
    border-top: 1px solid var(--_spotlight-line);
  }
  .card td p {
    margin: 0;
  }
  .card .score {
    display: block;
    color: var(--_spotlight-muted);
  }
  .card ul {
    margin: 4px 0;
    padding-left: 1.2em;
  }
  .card summary {
    margin: 14px 0;
    cursor: pointer;
    min-height: 24px;
  }
`;
