// Which beats a reader has been through, kept on the device.
const KEY = 'spotlight-course';

/** Empty where nothing was kept, or the browser keeps nothing. */
export function readProgress(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []);
  } catch {
    return new Set();
  }
}

export function keepProgress(done: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...done]));
  } catch {
    // Nothing is kept here; the course works all the same.
  }
}
