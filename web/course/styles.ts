// How the course panel looks.
import { css } from 'lit';
import { buttons } from '../ui/styles/buttons.js';

const course = css`
  :host {
    display: block;
    color: var(--_spotlight-text);
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-top: 14px;
  }
  nav span {
    flex: 1;
    color: var(--_spotlight-muted);
    font-size: 13.5px;
    text-align: center;
  }
  button,
  select {
    padding: 0 14px;
  }
  button.next {
    border-color: var(--_spotlight-accent);
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-weight: 700;
  }
  button:disabled {
    opacity: 0.45;
    cursor: default;
  }
  section {
    padding: 14px 18px 18px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 14px;
    background: var(--_spotlight-surface);
    overflow-wrap: anywhere;
  }
  header {
    display: flex;
    gap: 8px;
  }
  header select {
    flex: 1;
    min-width: 0;
  }
  h2 {
    margin: 14px 0 6px;
    font-size: 19px;
  }
  p {
    margin: 0 0 10px;
    line-height: 1.6;
  }
  .task {
    padding: 10px 12px;
    border-left: 4px solid var(--_spotlight-accent);
    border-radius: 4px;
    background: var(--_spotlight-raised);
  }
  .task.done {
    border-color: var(--_spotlight-value);
  }
`;

export const courseStyles = [buttons, course];
