// Styles of the element where it is wide, for example on a large screen: the texts around the canvas grow with it.
import { css } from 'lit';

export const wide = css`
  @container (min-width: 1560px) {
    .side {
      width: 380px;
    }
    .caption .strongest {
      font-size: 28px;
    }
    [data-side] aside,
    [data-side] :is(.stages button, .where, .choice label, .interventions) {
      font-size: 17px;
    }
    aside h2 {
      font-size: 21px;
    }
    [data-side] :is(.numbers, .hint) {
      font-size: 15px;
    }
    /* Legible from the last row of a lecture hall. */
    [data-side] .caption :is(p:not(.strongest), .hint) {
      font-size: 21px;
    }
    [data-side='caption'] :is(.side, .caption) {
      min-height: 214px;
    }
    .tally {
      width: min(1000px, 100%);
    }
    .strokes {
      height: 20px;
    }
    .tally .rule::before {
      height: 26px;
    }
  }
`;
