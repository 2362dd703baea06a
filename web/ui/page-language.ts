// The language of an interface in the page around it.
import { preferredLanguage, type Language } from '../locales/index.js';

/** The language tag of the nearest element around a node that has one; '' without any. */
function tagAround(node: Node): string {
  for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    const tag = at !== node && at instanceof Element && at.getAttribute('lang');
    if (typeof tag === 'string') return tag;
  }
  return '';
}

/** @param lang 'auto': the page's, or else the browser's, if the interface has it; otherwise English */
export const languageAt = (element: Element, lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage([tagAround(element), ...(globalThis.navigator?.languages ?? [])]) : lang;
