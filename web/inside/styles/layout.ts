// Layout of “Look inside”: three columns, or one on a narrow screen.
import { css } from 'lit';

export const layout = css`
  .page {
    min-height: 70vh;
  }
  .start {
    max-width: 880px;
    margin: 0 auto;
    padding: 32px;
  }
  /* Aligned with the page's header. */
  .model,
  .linked,
  .ask,
  .first,
  .columns {
    padding-inline: var(--gutter, 32px);
  }
  .first {
    padding-block: 16px 32px;
  }
  .model {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 24px;
    min-height: 40px;
    padding-block: 4px;
    background: var(--sunk);
  }
  .linked {
    padding-block: 8px;
    border-bottom: 1px solid var(--rule);
    color: var(--ink-2);
  }
  .linked:is([data-verdict='other'], [data-verdict='otherName']) {
    border-inline-start: 4px solid var(--loses);
    color: var(--ink);
  }
  .model .more {
    display: flex;
    align-items: center;
    gap: 24px;
    margin-left: auto;
  }
  .ask {
    position: relative; /* anchors the menu of recipes */
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 8px 16px;
    padding-block: 14px;
    border-bottom: 1px solid var(--rule);
  }
  .columns {
    display: grid;
    grid-template-columns: 190px minmax(0, 1fr) 284px;
    gap: 0 28px;
    padding-block: 16px 32px;
  }
  .view {
    min-width: 0;
  }
  .compared {
    display: grid;
    gap: 16px 24px;
  }
  .compared[data-beside='true'] {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .compared figure {
    min-width: 0;
    margin: 0;
  }
  .compared figcaption {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .wait {
    min-height: 120px;
  }
  .single {
    min-height: 0;
    padding: 12px 16px;
  }
  .asked {
    margin: 0 0 4px;
    font: inherit;
  }
  .room {
    min-height: 420px;
  }
  .detail {
    border-left: 1px solid var(--rule);
    padding-left: 24px;
  }
  .beside {
    display: flex;
    flex-wrap: wrap;
    gap: 24px 48px;
  }
  .beside > div {
    min-width: 0;
  }
  @media (max-width: 1100px) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 260px;
    }
    .views {
      grid-column: 1 / -1;
    }
  }
  @media (max-width: 760px) {
    .wide {
      display: none;
    }
    .start {
      padding-inline: var(--gutter, 16px);
    }
    .columns {
      grid-template-columns: minmax(0, 1fr);
      padding-top: 0;
    }
    .detail {
      margin-top: 16px;
      border-left: 0;
      border-top: 2px solid var(--edge);
      padding: 12px 0 0;
    }
  }
  @container (min-width: 1700px) {
    .columns {
      grid-template-columns: 236px minmax(0, 1fr) 340px;
      gap: 0 40px;
    }
  }
`;
