import { css } from 'lit';

export const styles = css`
  .point {
    fill: var(--loses);
  }
  .mark {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .diagonal {
    stroke: var(--edge);
    stroke-dasharray: 4 4;
  }
  .repair {
    margin: 12px 0 0;
    max-width: 420px;
    cursor: crosshair;
  }
  @container (min-width: 1700px) {
    .knock-out {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0 48px;
      justify-items: start;
    }
    .knock-out .statement {
      grid-area: 2 / 1 / 3 / 3;
    }
  }
`;
