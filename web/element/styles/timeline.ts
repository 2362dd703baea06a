// Styles of the player: buttons and timeline.
import { css } from 'lit';

export const timeline = css`
  .timeline {
    position: sticky;
    bottom: 0;
    z-index: 1;
    display: flex;
    width: 100%;
    background: var(--_spotlight-surface);
    border-top: 1px solid var(--_spotlight-line);
    align-items: center;
    gap: 8px;
    padding: 12px 16px 14px;
  }
  .timeline button.round {
    flex: none;
    width: 44px;
    height: 44px;
    border-radius: 50%;
    display: grid;
    place-items: center;
    padding: 0;
  }
  .timeline button.play,
  .timeline button.pause {
    background: var(--_spotlight-accent);
    border-color: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
  }
  .timeline .speed {
    padding: 0 4px;
  }
  .track {
    flex: 1;
    min-width: 0;
  }
  .track input {
    display: block;
    width: 100%;
    margin: 0;
    height: 22px;
    accent-color: var(--_spotlight-accent);
  }
  .stages {
    display: flex;
    gap: 6px;
    overflow: hidden;
  }
  .stages button {
    min-width: min-content; /* a short stage may be narrower than its name */
    min-height: 28px;
    padding: 2px 0;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--_spotlight-muted);
    font-size: var(--_spotlight-small, 13px);
    white-space: nowrap;
  }
  @container (max-width: 820px) {
    .stages {
      gap: 2px;
    }
    .stages button {
      font-size: 13px;
    }
  }
  .stages button:hover {
    color: var(--_spotlight-text);
    background: var(--_spotlight-raised);
  }
  .stages button[aria-current] {
    color: var(--_spotlight-weight);
    font-weight: 700;
  }
`;
