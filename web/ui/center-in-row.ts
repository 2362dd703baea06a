/**
 * Scrolls a row of links or buttons, such as a navigation bar on a small screen, so that the given one is in the
 * middle, as far as possible.
 */
export function centerInRow(element: HTMLElement): void {
  const row = element.parentElement;
  if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
}
