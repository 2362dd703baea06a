import { css } from 'lit';

export const styles = css`
  .aligned {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    margin: 8px 0;
    list-style: none;
    font-size: 17px;
    line-height: 1.4;
  }
  .patching[data-beside='true'] {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: 0 48px;
  }
  [data-beside='true'] .runs {
    grid-area: 1 / 2;
    padding-top: 12px;
  }
  .carrying {
    display: grid;
    gap: 12px 24px;
  }
  .carrying[data-beside='true'] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .carrying[data-beside='true'] .source {
    order: -1;
  }
  .carrying figure {
    min-width: 0;
    margin: 0;
  }
  [draggable='true'] {
    cursor: grab;
  }
  .carried {
    margin-bottom: 8px;
  }
  .patch {
    margin: 24px 0 0;
  }
  .patch figcaption {
    font-size: 21px;
  }
  .patch figcaption::first-letter {
    text-transform: uppercase;
  }
  .way {
    stroke: var(--gold-edge);
    stroke-width: 5;
  }
  .patch .end {
    fill: var(--ink);
  }
  .patch .patched {
    fill: var(--gold);
    stroke: var(--ink);
    stroke-width: 2;
  }
  .sum-line {
    text-align: left;
    white-space: normal;
  }
  .aligned li > * {
    display: block;
  }
  .aligned b {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  @container (min-width: 1700px) {
    .aligned {
      font-size: 21px;
    }
  }
`;
