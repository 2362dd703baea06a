import { css } from 'lit';

export const styles = css`
  /* Neutral colors: red and blue mean that the answer loses or gains. */
  .waterfall .helps,
  .shares .helps {
    fill: var(--edge);
  }
  .waterfall .hinders,
  .shares .hinders {
    stroke: var(--edge);
  }
  .total {
    fill: var(--ink);
  }
`;
