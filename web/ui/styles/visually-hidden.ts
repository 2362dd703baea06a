// Styles of texts that are only for screen readers.
import { css } from 'lit';

/** Declarations of a CSS rule. */
export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: 0;
  overflow: clip;
  clip-path: inset(50%);
`;
