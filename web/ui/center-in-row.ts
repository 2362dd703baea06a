/**
 * Scrolls a row of links or buttons, such as a navigation bar on a small screen, to center one of its elements as far
 * as possible.
 */
export function centerInRow(element: HTMLElement): void {
  const row = element.parentElement;
  if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
}
