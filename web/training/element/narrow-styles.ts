// Styles of the training page on small screens.
import { css } from 'lit';

export const narrow = css`
  @container (max-width: 1080px) {
    .cards {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (max-width: 1000px) {
    .columns {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.05fr);
    }
    .charts {
      grid-column: 1 / -1;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: 18px;
    }
  }
  /* On a phone, matrix, other heads and loss come first; the rest is collapsed. */
  @container (max-width: 640px) {
    .page {
      gap: 6px;
    }
    .tasks {
      flex-wrap: nowrap;
      overflow-x: auto;
      margin-inline: -18px;
      padding-inline: 18px;
      scrollbar-width: none;
    }
    .tasks button {
      flex: none;
    }
    .lead,
    .now {
      font-size: 15px;
      line-height: 1.35;
    }
    /* Balancing so few lines would split Chinese words. */
    .lead {
      text-wrap: wrap;
    }
    .now {
      min-height: 2.7em;
    }
    /* The matrix first, then the timeline. */
    .columns {
      order: 1;
    }
    .timeline {
      order: 2;
    }
    .columns ~ * {
      order: 3;
    }
    .play {
      flex: 1;
      min-width: 120px;
      font-size: 21px;
    }
    .status {
      flex-basis: 100%;
      gap: 2px 12px;
      font-size: 15px;
    }
    .columns {
      gap: 8px;
      grid-template-columns: minmax(0, 1fr) 84px;
    }
    .heads,
    .charts {
      display: contents;
    }
    .heads > h2,
    .status small:last-child {
      display: none;
    }
    .one,
    .all {
      grid-row: 1;
    }
    .one {
      grid-column: 1;
    }
    .all {
      grid-column: 2;
      gap: 4px;
      max-height: 300px;
      overflow-y: auto;
      /* Space for the dashed frame of the head that formed first. */
      margin: -4px;
      padding: 4px;
    }
    .layer {
      gap: 4px;
      grid-template-columns: 1fr 1fr;
    }
    .layer button {
      padding: 2px;
    }
    .layer small {
      font-size: 13px;
    }
    .layer small span {
      display: none;
    }
    .charts > *,
    .heads > .fold {
      grid-column: 1 / -1;
    }
    .heads > .fold {
      order: 1;
    }
    .large {
      max-width: 212px;
    }
    .cell {
      min-height: 0;
    }
    .cell.hint {
      display: none;
    }
    .fixed {
      padding-top: 8px;
      border-top: 1px solid var(--_spotlight-line);
    }
    .fixed > summary {
      display: list-item;
    }
    .cards {
      grid-template-columns: minmax(0, 1fr);
    }
    svg text {
      font-size: 13px;
    }
    figure {
      max-width: 460px;
    }
    .timeline output {
      min-width: 0;
    }
    .timeline label {
      flex-wrap: wrap;
    }
    .timeline input {
      flex: 1 0 60%;
    }
  }
`;
