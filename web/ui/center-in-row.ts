// Horizontal scrolling of a row of links or buttons on small screens.

/** Scrolls the row of an element to center it, as far as the row allows. */
export function centerInRow(element: HTMLElement): void {
  const row = element.parentElement;
  if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
}
