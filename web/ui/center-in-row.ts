// A row of links or buttons that scrolls sideways on a small screen.

/** Scrolls the row in which an element stands so that the element is in its middle, as far as the row goes. */
export function centerInRow(element: HTMLElement): void {
  const row = element.parentElement;
  if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
}
