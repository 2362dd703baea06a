// What the reader can take along.
import { css } from 'lit';

export const takeAway = css`
  .take {
    padding: 8px 16px 12px;
    border-top: 1px solid var(--line);
  }
  .take summary {
    min-height: 28px;
    cursor: pointer;
    color: var(--muted);
  }
  .take .formats {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 8px 0;
  }
  .take .formats button,
  .take p button {
    padding: 0 12px;
  }
  .take p {
    margin: 0;
  }
`;
