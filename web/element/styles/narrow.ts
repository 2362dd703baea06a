// Where the element is narrow, as on a phone.
import { css } from 'lit';

export const narrow = css`
  @container (max-width: 760px) {
    .main {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      order: 1;
      border-left: 0;
      border-top: 1px solid var(--_spotlight-line);
    }
    canvas {
      height: clamp(400px, 56vh, 560px);
    }
    .sentence {
      flex: 1 1 100%;
      flex-wrap: wrap;
    }
    .sentence input {
      flex-basis: 100%;
    }
    .sentence select {
      flex: 1;
    }
    .choice {
      flex-wrap: nowrap;
    }
    .choice label {
      padding: 0 8px;
    }
    .heads {
      gap: 6px 4px;
    }
    .heads .group-name {
      flex-basis: 100%;
    }
    .heads label {
      min-width: 28px;
    }
    .layer {
      gap: 2px;
      margin: 0;
    }
    .bar,
    .timeline {
      padding-inline: 12px;
    }
    .timeline {
      flex-wrap: wrap;
      justify-content: center;
    }
    .track {
      order: -1;
      flex-basis: 100%;
    }
    .stages {
      display: none;
    }
  }
`;
