// Language of the interface according to the page around it.
import { preferredLanguage, type Language } from '../locales/index.js';

/** Language tag of a node's nearest ancestor that has one, across shadow roots; '' if there is none. */
function tagAround(node: Node): string {
  for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    const tag = at !== node && at instanceof Element && at.getAttribute('lang');
    if (typeof tag === 'string') return tag;
  }
  return '';
}

/**
 * Language of an element's interface.
 * @param lang a language, or 'auto' for the page's or else the browser's language; English if the interface has neither
 */
export const languageAt = (element: Element, lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage([tagAround(element), ...(globalThis.navigator?.languages ?? [])]) : lang;
