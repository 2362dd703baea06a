// Styles of text continuation: buttons, sampling options and most probable tokens.
import { css } from 'lit';

export const continuation = css`
  .continuation {
    display: grid;
    gap: 8px;
    padding: 12px 16px;
  }
  .writing {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    font-size: 15px;
  }
  .writing button {
    min-height: 40px;
    padding: 0 14px;
  }
  .writing .go-on {
    min-width: 8em;
    border-color: var(--_spotlight-accent);
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-weight: 700;
  }
  .writing button:disabled {
    opacity: 0.55;
  }
  .writing .slider input[type='number'] {
    width: 5em;
    min-height: 34px;
    padding: 0 6px;
    border: 1px solid var(--_spotlight-line);
    border-radius: 9px;
    background: var(--_spotlight-background);
    color: inherit;
    font: inherit;
  }
  .continuation ol {
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .continuation li button {
    display: flex;
    justify-content: space-between;
    gap: 6px;
    width: 100%;
    height: 40px;
    align-items: center;
    padding: 0 10px;
    /* The length of the bar is the probability of the token. */
    background: linear-gradient(var(--_spotlight-key), var(--_spotlight-key)) left bottom / var(--share, 0) 4px
      no-repeat;
    color: var(--_spotlight-text);
    font-size: 15px;
  }
  .continuation li bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .continuation li bdi {
    flex: 1;
    text-align: left;
  }
  .continuation li i {
    color: var(--_spotlight-muted);
    font-style: normal;
  }
  .continuation .hint {
    margin: 0;
  }
  /* Reserves the height of the story that will be generated; see view/views/sentence/prose-layout.ts. */
  .continuation ~ .main canvas {
    height: 240px;
  }
  .continuation li span {
    min-width: 2.4em;
    color: var(--_spotlight-muted);
    font-variant-numeric: tabular-nums;
  }
  @container (max-width: 760px) {
    .continuation {
      padding-inline: 12px;
    }
    .continuation li button {
      flex-direction: column;
      justify-content: center;
      gap: 0;
      height: 46px;
      padding: 0 2px;
      font-size: 13px;
      line-height: 1.3;
    }
    .continuation li :is(bdi, span) {
      flex: none;
      width: 100%;
      text-align: center;
    }
    .writing button {
      flex: 1 1 40%;
    }
    .writing .hint:empty {
      display: none;
    }
  }
`;
