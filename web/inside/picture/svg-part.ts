// Copies an SVG element for export, with the page's styles written into its attributes.
import { inColor } from './colors.js';

const COPIED = [
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'text-anchor',
  'image-rendering',
] as const;
const INITIAL: Readonly<Record<string, string>> = {
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  opacity: '1',
  'text-anchor': 'start',
  'image-rendering': 'auto',
};
const OF_TEXT = ['font-family', 'font-size', 'font-weight'] as const;

/** A copy of an SVG element that looks the same without the page's style sheets. */
export function standingAlone(original: SVGSVGElement): SVGSVGElement {
  const copy = original.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  [original, ...original.querySelectorAll('*')].forEach((element, at) => {
    const to = copies[at]!;
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') {
      to.remove();
      return;
    }
    to.removeAttribute('class');
    if (element instanceof SVGGeometryElement || element instanceof SVGTextContentElement) {
      for (const kind of ['fill', 'stroke'] as const) {
        const painted = Object.entries(inColor(kind, style[kind]) ?? { [kind]: 'none' });
        for (const [name, value] of painted) if (value !== null) to.setAttribute(name, String(value));
      }
    }
    for (const name of COPIED) {
      const value = style.getPropertyValue(name);
      if (value !== INITIAL[name]) to.setAttribute(name, value);
    }
    if (element instanceof SVGTextContentElement) {
      for (const name of OF_TEXT) to.setAttribute(name, style.getPropertyValue(name));
    }
  });
  withoutComments(copy);
  return copy;
}

/** Removes the DOM comments that lit's templates leave in an element. */
function withoutComments(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode!.removeChild(comment);
}
