// Share menu of the page: a link to the current state, also as a QR code, and an image of the <attention-spotlight>
// element's scene. It is loaded when it is first opened.
import { messageOf } from '../engine/core/file-contents.js';
import { html, nothing, render } from 'lit';
import { qrCode } from '../ui/qr-code.js';
import { saveFile } from '../ui/save-file.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { PageTexts } from './texts.js';

const PICTURES = ['png', 'svg'] as const;
const FRAMES = ['16:9', '4:3', '1:1'] as const;

/** True if there are other pages beside this one; false for the single-file page. */
const hasOtherPages = (): boolean => document.querySelector('nav a') !== null;

/**
 * Fills the share menu. Its link is the page's URL, which always contains the current state.
 * @param spotlight the <attention-spotlight> element whose scene can be saved as an image; null in a section with an
 *   export of its own
 */
export function fillShare(menu: HTMLElement, spotlight: AttentionSpotlight | null, texts: PageTexts): void {
  const { share } = texts;
  let status = '';
  const say = (text: string) => {
    status = text;
    draw();
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href); // throws an error on pages without HTTPS, which cannot use the clipboard
      say(share.copied);
    } catch {
      say(share.failed);
    }
  };
  const save = async (name: string, picture: Promise<Blob>) => {
    try {
      saveFile(name, await picture);
      say(share.saved(name));
    } catch (error) {
      say(texts.error(messageOf(error)));
    }
  };
  const pictureButton = (pictured: AttentionSpotlight, type: (typeof PICTURES)[number]) =>
    html`<button @click=${() => save(`spotlight.${type}`, pictured.toBlob(type))}>
      ${share.picture(type.toUpperCase())}
    </button>`;
  const frameButton = (pictured: AttentionSpotlight, frame: (typeof FRAMES)[number]) => {
    const name = `spotlight-${frame.replace(':', 'x')}.png`;
    return html`<button @click=${() => save(name, pictured.toBlob('png', { frame, scale: 2 }))}>${frame}</button>`;
  };
  const draw = () =>
    render(
      html`<button
          class="close"
          popovertarget=${menu.id}
          popovertargetaction="hide"
          aria-label=${share.close}
          title=${share.close}
        >
          ×
        </button>
        <h2>${share.title}</h2>
        <p><input type="text" readonly aria-label=${share.link} .value=${location.href} /></p>
        ${qrCode(location.href, share.code)}
        <p>
          <button @click=${copy}>${share.copy}</button>
          ${spotlight && PICTURES.map((type) => pictureButton(spotlight, type))}
        </p>
        ${
          spotlight &&
          html`<p>${share.framed} ${FRAMES.map((frame) => frameButton(spotlight, frame))}</p>
            <p class="more">${share.more}</p>`
        }
        <p role="status">${status}</p>
        ${hasOtherPages() ? html`<p><a href="worksheet.html?lang=${texts.locale.slice(0, 2)}">${share.teaching}</a></p>` : nothing}`,
      menu,
    );
  draw();
}
