/**
 * Scrolls the row that contains an element so that the element is in the middle, as far as the row allows. Used for
 * rows of links or buttons on small screens.
 */
export function centerInRow(element: HTMLElement): void {
  const row = element.parentElement;
  if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
}
