// Waits until an element is on the screen or close to it: an element far away need not be computed.

const MARGIN = '400px';

/** Never, where nothing is shown: in the DOM of a unit test. */
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
