// Keys that control a presentation: forward, back and black. Presentation clickers send some of them.

export const FORWARD: readonly string[] = ['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'];
export const BACK: readonly string[] = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'];
/**
 * Keys that make the screen black during a presentation, so that the class looks at the speaker. The next key shows the
 * page again.
 */
export const BLACK: readonly string[] = ['b', 'B', '.'];

export const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Scale at which a layout fills the window; 1 if the window is smaller than the layout. */
export const enlargementOf = (layout: { width: number; height: number }): number =>
  Math.max(1, Math.min(window.innerWidth / layout.width, window.innerHeight / layout.height));
