// Waits until an element is in or near the viewport, so that distant elements compute nothing.

const MARGIN = '400px';

/**
 * Fulfilled when the element is in or near the viewport. Never fulfilled without IntersectionObserver, which the DOM of
 * unit tests lacks.
 */
export function whenVisible(element: Element): Promise<void> {
  if (!('IntersectionObserver' in globalThis)) return new Promise(() => undefined);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
  });
}
