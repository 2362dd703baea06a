import { css } from 'lit';

export const styles = css`
  /* Shares of a sum are no loss and no gain. */
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
