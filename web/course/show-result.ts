// Scrolls the result of a task into view. On a phone, the task covers the lower edge of the screen, and above it opens
// a sheet with the numbers of the tapped cell.
import { mediaQuery } from '../ui/media-query.js';
import type { AttentionSpotlight } from '../element/index.js';

/**
 * Selectors of the areas of the <attention-spotlight> element that show a result, from top to bottom. The lowest one
 * that exists is scrolled into view.
 */
const PICTURES = ['canvas', '.caption .strongest'];

const SHEET_RISES = 250; // duration of the sheet's animation in milliseconds
const MARGIN = 8; // margin around the area, in pixels
const TOP_OF_PICTURE = 130; // visible pixels of an area that is higher than the screen

/**
 * Custom property of the page for additional space below the <attention-spotlight> element, so that the open sheet does
 * not cover the tapped cell.
 */
const ROOM = '--course-room';

/** Removes the additional space below the <attention-spotlight> element, which later steps do not need. */
export const clearRoom = (): void => void document.documentElement.style.removeProperty(ROOM);

interface Extent {
  top: number;
  bottom: number;
}

/** Top and bottom, on the screen, of the row that contains the pinned cell; null if no cell is pinned or drawn. */
function pinnedRow({ cell, scene, renderRoot }: AttentionSpotlight): Extent | null {
  const canvas = renderRoot.querySelector('canvas');
  const region = scene?.regions.find(({ matrix }) => matrix === cell?.matrix);
  if (!cell || !canvas || !region) return null;
  const height = region.height / region.rows;
  const top = canvas.getBoundingClientRect().top + region.y + cell.row * height;
  return { top, bottom: top + height };
}

/**
 * Adds so much space below the <attention-spotlight> element that its page can scroll the tapped row above the open
 * sheet.
 */
function makeRoom(element: ParentNode, tapped: Extent): void {
  const [canvas, sheet, open] = ['canvas', '.sheet', '.sheet-body'].map((part) => element.querySelector(part)!);
  const over = open!.getBoundingClientRect().height - sheet!.getBoundingClientRect().height;
  const below = canvas!.getBoundingClientRect().bottom - tapped.bottom;
  document.documentElement.style.setProperty(ROOM, `${Math.max(0, Math.ceil(over - below + MARGIN))}px`);
}

const topOf = (part: Element | null | undefined): number =>
  part?.checkVisibility() ? part.getBoundingClientRect().top : Infinity;

const isFixed = (part: Element): boolean => ['fixed', 'sticky'].includes(getComputedStyle(part).position);

async function openSheet(element: ParentNode, isStill: boolean): Promise<void> {
  const handle = element.querySelector<HTMLElement>('.handle:enabled');
  if (!handle?.checkVisibility() || handle.ariaExpanded === 'true') return;
  handle.click();
  if (!isStill) await new Promise((done) => setTimeout(done, SHEET_RISES));
}

/**
 * Scrolls the result of a task into view.
 * @param course root of the course
 * @param spotlight the <attention-spotlight> element; null in a step that hides it
 */
export async function showResult(course: ParentNode, spotlight: AttentionSpotlight | null): Promise<void> {
  const element = spotlight?.renderRoot ?? null;
  const isStill = mediaQuery('(prefers-reduced-motion: reduce)')?.matches === true;
  if (element && spotlight?.cell) await openSheet(element, isStill);
  const tapped = spotlight && pinnedRow(spotlight);
  const sheet = element?.querySelector('.sheet');
  if (element && tapped && sheet && isFixed(sheet)) makeRoom(element, tapped);
  const picture = element ? pictureOf(element) : course.querySelector('.figure');
  if (picture) bringIntoView(picture, tapped, lowerEdge(course, element), isStill);
}

const pictureOf = (element: ParentNode): Element | null =>
  PICTURES.reduce<Element | null>((last, part) => element.querySelector(part) ?? last, null);

/** y coordinate at which the visible part of the screen ends: above the task, the sheet and the timeline. */
function lowerEdge(course: ParentNode, element: ParentNode | null): number {
  const covering = [
    course.querySelector('footer'),
    ...(element?.querySelectorAll('.sheet, .sheet-body, .timeline') ?? []),
  ].filter((part) => part !== null && isFixed(part.matches('.sheet-body') ? part.parentElement! : part));
  return Math.min(innerHeight, ...covering.map(topOf));
}

/** Scrolls an area into view: the whole area if it fits on the screen, otherwise the tapped row, or the area's top. */
function bringIntoView(picture: Element, tapped: Extent | null, lower: number, isStill: boolean): void {
  const whole: Extent = picture.getBoundingClientRect();
  const hasRoom = whole.bottom - whole.top + 2 * MARGIN < lower;
  const { top, bottom } = hasRoom ? whole : (tapped ?? { top: whole.top, bottom: whole.top + TOP_OF_PICTURE });
  const by = bottom > lower ? bottom - lower + MARGIN : Math.min(0, top - MARGIN);
  if (by !== 0) window.scrollBy({ top: by, behavior: isStill ? 'instant' : 'smooth' });
}
