// Scrolling to what a task has brought about, where it is not on the screen: on a phone the task covers the lower edge.
import { mediaQuery } from '../ui/media-query.js';

/** Parts of the element that show a result; each stands below those before. */
const PARTS = ['canvas', '.caption .strongest', '.next-tokens'];

/** @param root of the element; or of the course, for a step without the element */
export function scrollToResult(root: ParentNode): void {
  const result = [...PARTS, '.figure'].reduce<Element | null>((last, part) => root.querySelector(part) ?? last, null);
  const behavior = mediaQuery('(prefers-reduced-motion: reduce)')?.matches ? 'instant' : 'smooth';
  result?.scrollIntoView({ block: 'nearest', behavior });
}
