// Styles of a wide element, as on a large screen: the texts around the canvas grow with it.
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
    [data-side] :is(.numbers, .hint, .caption p:not(.strongest)) {
      font-size: 15px;
    }
    [data-side] .tally p:not(.rule) {
      font-size: 21px;
    }
    .tally {
      width: 800px;
    }
  }
`;
