// The pictures' colours as custom properties, so that what surrounds a picture has the same.
import { palettes } from '../view/palette.js';

export type Theme = 'light' | 'dark';

export function setPalette(element: HTMLElement, theme: Theme): void {
  for (const [name, color] of Object.entries(palettes[theme])) {
    const property = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof color === 'string') element.style.setProperty(property, color);
  }
  element.style.colorScheme = theme;
}
