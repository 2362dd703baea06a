// Which steps the learner has done, stored on the device.
const KEY = 'spotlight-course';

/** The steps that were saved; none where the browser stores nothing. */
export function loadProgress(): Set<string> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(saved) ? saved.filter((place) => typeof place === 'string') : []);
  } catch {
    return new Set();
  }
}

export function saveProgress(done: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...done]));
  } catch {
    // The browser stores nothing for this page. The course works without.
  }
}
