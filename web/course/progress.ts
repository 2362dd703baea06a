// Names of the completed steps of the course, saved in browser storage.
import { nameOfStep, readPlace } from './place.js';

const KEY = 'spotlight-course';

/** Names of the steps that are saved as completed; empty if browser storage is not available. */
export function loadProgress(): Set<string> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(saved)) return new Set();
    const places = saved.map((text) => (typeof text === 'string' ? readPlace(text) : null));
    return new Set(places.filter((place) => place !== null).map(nameOfStep));
  } catch {
    return new Set();
  }
}

export function saveProgress(done: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...done]));
  } catch {
    // Without browser storage, the course works as well, but forgets the completed steps.
  }
}
