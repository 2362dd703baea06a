import { css } from 'lit';

export const styles = css`
  .ranking {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(176px, 1fr));
    gap: 8px;
    margin-top: 8px;
    list-style: none;
  }
  .ranking button {
    display: grid;
    grid-template-columns: 48px minmax(0, 1fr);
    gap: 0 10px;
    width: 100%;
    min-height: 64px;
    padding: 6px;
    border-color: var(--rule);
    text-align: left;
  }
  .ranking :is(img, i) {
    grid-row: 1 / 4;
    width: 48px;
    height: 48px;
    image-rendering: pixelated;
  }
  .ranking span,
  .ranking small {
    line-height: 1.25;
  }
  .ranking .number {
    text-align: left;
  }
  .ranking [aria-pressed='true'] {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
  }
  .similar {
    list-style: none;
  }
  .similar li {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    min-height: 28px;
  }
`;
