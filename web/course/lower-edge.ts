// Height of the course footer. On narrow screens, it covers the lower edge of the page, which other content must avoid.
const NAME = '--course-footer';

/** Sets a custom property of the page to the height of the course footer. */
export class LowerEdge {
  readonly #observer = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry!.borderBoxSize[0]!.blockSize);
    document.documentElement.style.setProperty(NAME, `${height}px`);
  });
  #footer: Element | null = null;

  /** Observes the footer's size; null stops observing. */
  follow(footer: Element | null): void {
    if (footer === this.#footer) return;
    this.#observer.disconnect();
    this.#footer = footer;
    if (footer) this.#observer.observe(footer);
  }
}
