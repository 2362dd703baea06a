// Height of the course footer on narrow screens, where it covers the lower edge of the page. Other content there must
// avoid it.
const NAME = '--course-footer';

/** Publishes the height of the footer as a custom property of the page. */
export class LowerEdge {
  readonly #observer = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry!.borderBoxSize[0]!.blockSize);
    document.documentElement.style.setProperty(NAME, `${height}px`);
  });
  #footer: Element | null = null;

  /** Observes a footer; null: none. */
  follow(footer: Element | null): void {
    if (footer === this.#footer) return;
    this.#observer.disconnect();
    this.#footer = footer;
    if (footer) this.#observer.observe(footer);
  }
}
