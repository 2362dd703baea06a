// Speaker aids (notes, QR code) for presentations in which the <attention-spotlight> element presents itself; see
// web/element/features/presentation.
import { adoptStyles } from '../../ui/adopt-styles.js';
import { aidStyles } from './styles.js';
import { hasModifier } from '../../ui/clicker.js';
import { isNotesKey, SpeakerAids } from './speaker-aids.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { Language } from '../../locales/index.js';
import type { Notes } from './notes-window.js';

interface Accompanied {
  notes: () => Notes;
  language: () => Language;
  /** True to show the keys of the presentation for a few seconds when it starts. */
  namesKeys: boolean;
}

let current: SpeakerAids | null = null;

/** Sends a key from the notes window to the presentation, as if it had been pressed in the window of the page. */
const press = (key: string): unknown => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));

/**
 * Provides speaker aids for a presentation of the <attention-spotlight> element, running or about to start, until it
 * ends. If they are already provided, returns them.
 */
export function accompany(
  spotlight: AttentionSpotlight,
  { notes, language, namesKeys }: Accompanied,
): Pick<SpeakerAids, 'showNotes'> {
  if (current) return current;
  const parent = document.createElement('div');
  spotlight.shadowRoot!.append(parent); // in full screen, only the element's content is visible
  const aids = new SpeakerAids({
    parent,
    notes,
    language,
    key: ({ key }) => press(key),
    move: (forward) => press(forward ? 'PageDown' : 'PageUp'),
  });
  const isLeft = () => aids.hasNotesOpen && !document.fullscreenElement;
  const key = (event: KeyboardEvent) => {
    if (hasModifier(event)) return;
    if (isLeft() && event.isTrusted && !isNotesKey(event.key))
      void spotlight.requestFullscreen().catch(() => undefined);
    if (!aids.does(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Opening the notes window ends full screen. The presentation continues, and the next key restores full screen.
  const fullscreenChanged = (event: Event) => isLeft() && event.stopImmediatePropagation();
  const presentation = new MutationObserver(() => !spotlight.hasAttribute('data-presenting') && end());
  function end(): void {
    presentation.disconnect();
    window.removeEventListener('keydown', key, true);
    window.removeEventListener('fullscreenchange', fullscreenChanged, true);
    aids.end();
    parent.remove();
    current = null;
  }
  adoptStyles(spotlight, [aidStyles]);
  presentation.observe(spotlight, { attributeFilter: ['data-presenting'] });
  window.addEventListener('keydown', key, true);
  window.addEventListener('fullscreenchange', fullscreenChanged, true);
  if (namesKeys) void aids.say(({ keys }) => keys(false));
  return (current = aids);
}
