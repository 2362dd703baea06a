import { css } from 'lit';

export const styles = css`
  .legends {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 32px;
    align-items: center;
  }
  .legends .note {
    flex: 1 1 320px;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 16px;
  }
  .matrices figure {
    margin: 0;
  }
  .matrices figcaption {
    width: 0;
    min-width: 100%; /* no wider than the matrix */
  }
`;
