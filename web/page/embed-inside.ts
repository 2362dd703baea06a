// A view of “Look inside” in an iframe, for articles. The iframe's URL contains the question.
import { fromAddress, toAddress } from '../inside/state.js';
import { INSIDE_CHANGE, LookInside } from '../inside/element/look-inside.js';
import { languageOf } from '../locales/index.js';
import { themeOf } from './frame.js';
import type { State } from '../element/state/properties.js';

/**
 * Access to an embedded view for the messages between the iframe and its host page: the view's URL query, a function
 * that opens another query, and a listener to changes.
 */
export interface EmbeddedView {
  readonly query: () => string;
  readonly show: (query: string) => void;
  readonly onChange: (changed: () => void) => void;
}

/** Opens a view of “Look inside” in the iframe. @param search query of a URL that opens “Look inside” */
export function openInside(
  content: HTMLElement,
  search: string,
  { lang = 'auto', theme = 'auto' }: Partial<Pick<State, 'lang' | 'theme'>>,
): EmbeddedView {
  const element = Object.assign(new LookInside(), { lang: languageOf(lang), theme: themeOf({ theme }), single: true });
  content.replaceChildren(element);
  const show = (query: string) => {
    const state = fromAddress(query);
    if (state) element.state = state;
  };
  show(search);
  return {
    show,
    query: () => String(toAddress(element.state)),
    onChange: (changed) => element.addEventListener(INSIDE_CHANGE, changed),
  };
}
