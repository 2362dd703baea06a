// Styles for figures whose drawing is beside its controls.
import { css } from 'lit';

export const besideStyles = css`
  .beside {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(250px, 1fr));
    gap: 8px 26px;
    align-items: center;
  }
  /* What is moved comes before what it moves. */
  @media (max-width: 999px) {
    .beside > :is(figure, svg) {
      order: 1;
    }
  }
`;
