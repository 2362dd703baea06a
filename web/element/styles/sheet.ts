// Styles of the bottom sheet above the player on a narrow screen.
import { css } from 'lit';

export const sheet = css`
  .sheet,
  .sheet-body {
    display: contents;
  }
  .handle {
    display: none;
  }
  /* A narrow element in a wide page has room for the numbers below the canvas. */
  @container (max-width: 760px) {
    [data-side='step'] .facts {
      display: block;
      order: 1;
      margin: 0 16px 10px;
    }
  }
  @media (max-width: 760px) {
    @container (max-width: 760px) {
      [data-side='step'] .sheet {
        position: sticky;
        bottom: var(--_spotlight-lower-edge, 0px);
        z-index: 1;
        display: block;
        height: 46px;
        margin: 0;
      }
      .main:has(.timeline) .sheet {
        bottom: calc(61px + var(--_spotlight-lower-edge, 0px)); /* above the player */
      }
      .sheet-body {
        position: absolute;
        inset: auto 0 0;
        display: flex;
        flex-direction: column;
        border-top: 1px solid var(--_spotlight-line);
        border-radius: 14px 14px 0 0;
        background: var(--_spotlight-surface);
        box-shadow: 0 -6px 18px rgb(0 0 0 / 18%);
      }
      .handle {
        position: relative;
        display: block;
        flex: none;
        height: 45px;
        padding: 10px 16px 0;
        border: 0;
        border-radius: 14px 14px 0 0;
        background: none;
        text-align: left; /* keeps the label in place when its text changes */
        touch-action: none;
      }
      .handle::before {
        content: '';
        position: absolute;
        top: 6px;
        left: calc(50% - 20px);
        width: 40px;
        height: 4px;
        border-radius: 2px;
        background: var(--_spotlight-muted);
      }
      .handle:disabled {
        padding-top: 4px;
        color: var(--_spotlight-muted);
        font-size: 13px;
        line-height: 18px;
        cursor: default;
      }
      .handle:disabled::before {
        display: none;
      }
      .handle span {
        display: block;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .handle:disabled span {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        white-space: normal;
      }
      .sheet-body .facts {
        display: block;
        height: 0;
        min-height: 0;
        margin: 0;
        padding: 0 16px;
        overflow-y: auto;
        overscroll-behavior: contain;
        visibility: hidden;
      }
      .handle[aria-expanded='true']:enabled + .facts {
        height: min(var(--_spotlight-sheet, 52vh), 460px);
        padding-bottom: 16px;
        visibility: visible;
      }
    }
  }
  @media (max-width: 760px) and (prefers-reduced-motion: no-preference) {
    @container (max-width: 760px) {
      .sheet-body .facts {
        transition: height 0.22s ease-out;
      }
    }
  }
`;
