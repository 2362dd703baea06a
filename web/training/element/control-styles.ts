// Styles of the training page's settings, text field and experiments.
import { css } from 'lit';

export const controls = css`
  .settings {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 14px;
    margin-top: 6px;
  }
  .settings label:not(.switch),
  .own label {
    display: grid;
    gap: 2px;
    font-size: 15px;
  }
  .settings select,
  .settings input[type='number'] {
    min-width: 76px;
    min-height: 40px;
    padding: 0 8px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 9px;
    background: var(--_spotlight-raised);
    font-size: 15px;
  }
  .settings input[type='number'] {
    width: 90px;
  }
  .own {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 10px;
  }
  .own label {
    flex: 1;
    min-width: 240px;
  }
  textarea {
    width: 100%;
    padding: 8px 10px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 9px;
    background: var(--_spotlight-raised);
    color: inherit;
    font: inherit;
    resize: vertical;
  }
  .cards {
    display: grid;
    gap: 12px;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    margin-top: 6px;
  }
  article {
    display: grid;
    gap: 6px;
    align-content: start;
    padding: 10px 14px 12px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 12px;
    font-size: 15px;
  }
  article p {
    margin-bottom: 6px;
  }
  .ends {
    display: flex;
    gap: 12px;
    margin-bottom: 8px;
  }
  .ends figure {
    flex: 1;
    max-width: 150px;
    margin: 0;
  }
  .ends canvas {
    display: block;
    width: 100%;
    aspect-ratio: 1;
  }
  .ends figcaption {
    font-size: 13px;
  }
  article button {
    justify-self: start;
  }
  h3 {
    font-size: 15px;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-bottom: 4px;
  }
  fieldset label {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 34px;
    cursor: pointer;
  }
  fieldset .right {
    color: var(--_spotlight-value);
    font-weight: 600;
  }
  fieldset input {
    flex: none;
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: var(--_spotlight-accent);
  }
  .notice {
    border-radius: 9px;
  }
  .export {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-bottom: 6px;
  }
  .lab {
    margin-top: 10px;
  }
`;
