// Notebooks have themes of their own, beside that of the system.
import type { Theme } from '../ui/palette-css.js';

/** What is changed where the theme is changed. */
const ATTRIBUTES = ['data-jp-theme-light', 'class', 'theme'];

/** The theme of the notebook: JupyterLab's, VS Code's or Colab's; null: none of them, the system's theme counts. */
function themeOf({ body, documentElement }: Document): Theme | null {
  const { jpThemeLight } = body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === 'false' ? 'dark' : 'light';
  if (body.matches('.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)')) return 'dark';
  if (body.matches('.vscode-light, .vscode-high-contrast-light')) return 'light';
  if (documentElement.matches('[theme]')) return documentElement.matches('[theme=dark]') ? 'dark' : 'light';
  return null;
}

/** Calls `show` with the theme of the notebook, now and whenever it changes. @returns what stops that */
export function followHostTheme(page: Document, show: (theme: Theme | 'auto') => void): () => void {
  const update = () => show(themeOf(page) ?? 'auto');
  const observer = new MutationObserver(update);
  for (const node of [page.body, page.documentElement]) {
    observer.observe(node, { attributes: true, attributeFilter: ATTRIBUTES });
  }
  update();
  return () => observer.disconnect();
}
