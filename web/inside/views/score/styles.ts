import { css } from 'lit';

export const styles = css`
  .sum.pairs {
    flex: 1 1 260px;
  }
  .pairs [aria-current='true'] {
    background: var(--sheet);
  }
  .pairs [aria-current='true'] th {
    font-weight: 700;
  }
`;
