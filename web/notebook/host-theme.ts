// Detects a notebook's theme, which does not depend on the system's theme.
import type { Theme } from '../ui/palette-css.js';

/** Attributes that notebooks change when they switch their theme. */
const ATTRIBUTES = ['data-jp-theme-light', 'class', 'theme'];

/** Theme of JupyterLab, VS Code or Colab; null if there is none, so that the system's theme applies. */
function themeOf({ body, documentElement }: Document): Theme | null {
  const { jpThemeLight } = body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === 'false' ? 'dark' : 'light';
  if (body.matches('.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)')) return 'dark';
  if (body.matches('.vscode-light, .vscode-high-contrast-light')) return 'light';
  if (documentElement.matches('[theme]')) return documentElement.matches('[theme=dark]') ? 'dark' : 'light';
  return null;
}

/** Calls `show` with the theme of the notebook, now and whenever it changes. @returns a function that stops this */
export function followHostTheme(page: Document, show: (theme: Theme | 'auto') => void): () => void {
  const update = () => show(themeOf(page) ?? 'auto');
  const observer = new MutationObserver(update);
  for (const node of [page.body, page.documentElement]) {
    observer.observe(node, { attributes: true, attributeFilter: ATTRIBUTES });
  }
  update();
  return () => observer.disconnect();
}
