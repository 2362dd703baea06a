// Styles of buttons, fields and focus outlines, for the element and the course.
import { css } from 'lit';

export const buttons = css`
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  button,
  select,
  input[type='text'] {
    min-height: 40px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 9px;
    background: var(--_spotlight-raised);
  }
  button {
    cursor: pointer;
  }
  button:hover {
    border-color: var(--_spotlight-muted);
  }
  :focus-visible {
    outline: 3px solid var(--_spotlight-query);
    outline-offset: 2px;
  }
  .link {
    border: 0;
    padding: 0 2px;
    min-height: 24px;
    background: none;
    color: var(--_spotlight-accent);
    text-decoration: underline;
    cursor: pointer;
    font: inherit;
  }
  .switch {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    cursor: pointer;
  }
  .switch input {
    width: 18px;
    height: 18px;
    accent-color: var(--_spotlight-accent);
  }
`;
