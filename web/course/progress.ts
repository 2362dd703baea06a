// Completed steps, stored on the device.
const KEY = 'spotlight-course';

/** Saved steps; empty if storage is unavailable. */
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
    // Storage is unavailable. The course works without it.
  }
}
