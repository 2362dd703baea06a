// Where the screen is narrow, task and buttons lie over the lower edge of the page: what else stands there has to know how
// much of it they take.
const NAME = '--course-footer';

/** Keeps the height of the footer in a custom property of the page. */
export class LowerEdge {
  readonly #observer = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry!.borderBoxSize[0]!.blockSize);
    document.documentElement.style.setProperty(NAME, `${height}px`);
  });
  #footer: Element | null = null;

  /** @param footer null: there is none */
  follow(footer: Element | null): void {
    if (footer === this.#footer) return;
    this.#observer.disconnect();
    this.#footer = footer;
    if (footer) this.#observer.observe(footer);
  }
}
