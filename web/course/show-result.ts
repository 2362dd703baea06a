// Brings what a task has brought about onto the screen: on a phone the task covers the lower edge, and the numbers of a
// cell lie in a sheet above it.
import { mediaQuery } from '../ui/media-query.js';

/** Parts of the element that show a result; each stands below those before. */
const PICTURES = ['canvas', '.caption .strongest'];

const SHEET_RISES = 250; // milliseconds
const MARGIN = 8; // pixels
const TOP_OF_PICTURE = 130; // pixels that are shown of a picture that is higher than the screen

const topOf = (part: Element | null | undefined): number =>
  part?.checkVisibility() ? part.getBoundingClientRect().top : Infinity;

const isFixed = (part: Element): boolean => ['fixed', 'sticky'].includes(getComputedStyle(part).position);

/** Pulls up the sheet with the numbers of the chosen cell. */
async function openSheet(element: ParentNode, isStill: boolean): Promise<void> {
  const handle = element.querySelector<HTMLElement>('.handle:enabled');
  if (!handle?.checkVisibility() || handle.ariaExpanded === 'true') return;
  handle.click();
  if (!isStill) await new Promise((done) => setTimeout(done, SHEET_RISES));
}

/**
 * @param course root of the course @param element root of the element; null for a step without it
 * @param isOfCell the result is that of a cell
 */
export async function showResult(course: ParentNode, element: ParentNode | null, isOfCell: boolean): Promise<void> {
  const isStill = mediaQuery('(prefers-reduced-motion: reduce)')?.matches === true;
  if (element && isOfCell) await openSheet(element, isStill);
  const picture = element
    ? PICTURES.reduce<Element | null>((last, part) => element.querySelector(part) ?? last, null)
    : course.querySelector('.figure');
  if (!picture) return;
  const covering = [
    course.querySelector('footer'),
    ...(element?.querySelectorAll('.sheet, .sheet-body, .timeline') ?? []),
  ].filter((part) => part !== null && isFixed(part.matches('.sheet-body') ? part.parentElement! : part));
  const lower = Math.min(innerHeight, ...covering.map(topOf));
  const { top, bottom } = picture.getBoundingClientRect();
  const hasRoom = bottom - top + 2 * MARGIN < lower;
  const end = hasRoom ? bottom : top + TOP_OF_PICTURE;
  const by = end > lower ? end - lower + MARGIN : Math.min(0, top - MARGIN);
  if (by !== 0) window.scrollBy({ top: by, behavior: isStill ? 'instant' : 'smooth' });
}
