import type { Locale } from '../locale.js';

export const en: Locale = {
  name: 'English',
  switchTo: 'Switch to English',
  sentences: 'en',
  textsFailed: (message) => `Loading failed. Reload the page to try again. (${message})`,
  loadMessages: async () => (await import('./element.js')).element,
  loadDetails: async () => (await import('./details.js')).details,
  loadCards: async () => (await import('./cards.js')).cards,
  loadGlossary: async () => (await import('./glossary.js')).glossary,
};
