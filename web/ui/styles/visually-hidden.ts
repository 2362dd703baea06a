// Styles of texts that are only for screen readers.
import { css } from 'lit';

/** Declarations that hide an element from view but not from screen readers. */
export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: 0;
  overflow: clip;
  clip-path: inset(50%);
`;
