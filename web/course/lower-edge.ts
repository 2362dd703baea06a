// Publishes the height of the course's footer. On narrow screens, the footer covers the lower edge of the page, so
// other content must leave space for it.
const NAME = '--course-footer';

/** Sets the page's custom property --course-footer to the height of the course's footer. */
export class LowerEdge {
  readonly #observer = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry!.borderBoxSize[0]!.blockSize);
    document.documentElement.style.setProperty(NAME, `${height}px`);
  });
  #footer: Element | null = null;

  /** Starts observing the size of a footer; null stops observing. */
  follow(footer: Element | null): void {
    if (footer === this.#footer) return;
    this.#observer.disconnect();
    this.#footer = footer;
    if (footer) this.#observer.observe(footer);
  }
}
