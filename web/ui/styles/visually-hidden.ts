// Text for screen readers only.
import { css } from 'lit';

/** Declarations of a rule. */
export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: 0;
  overflow: clip;
  clip-path: inset(50%);
`;
