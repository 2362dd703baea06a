// Styles of the export menu.
import { css } from 'lit';

export const exportMenu = css`
  .export {
    padding: 8px 16px 12px;
    border-top: 1px solid var(--_spotlight-line);
  }
  .export summary {
    min-height: 28px;
    cursor: pointer;
    color: var(--_spotlight-muted);
  }
  .export .formats {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 8px 0;
  }
  .export .formats button,
  .export p button {
    padding: 0 12px;
  }
  .export label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--_spotlight-muted);
  }
  .export p {
    margin: 0;
  }
`;
