import type { Locale } from '../locale.js';

export const zh: Locale = {
  name: '中文',
  switchTo: '切换到中文',
  sentences: 'zh',
  textsFailed: (message) => `加载失败，请重新加载页面。（${message}）`,
  loadMessages: async () => (await import('./element.js')).element,
  loadDetails: async () => (await import('./details.js')).details,
  loadCards: async () => (await import('./cards.js')).cards,
  loadGlossary: async () => (await import('./glossary.js')).glossary,
};
