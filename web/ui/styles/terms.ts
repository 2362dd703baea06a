// Styles of terms that can be explained, with a dotted underline.
import { css, type CSSResult } from 'lit';

export const termStyles: CSSResult = css`
  button.term {
    display: inline;
    min-width: 0;
    min-height: 0;
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: 2px;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline dotted 1.5px;
    text-underline-offset: 3px;
  }
`;
