// Panel with the exports of a trained model: opening it in the lab, a video of the training run, and its files.
import { canMakeVideo } from '../../element/export/video-support.js';
import { FILE_NAMES, type FileName } from '../export/model-files.js';
import { fold } from './fold.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { TrainingTexts } from '../texts.js';

interface ExportPanel {
  texts: TrainingTexts;
  isWide: boolean;
  /** True if the model has been trained for at least one step. */
  hasTrained: boolean;
  /** Share of the video that is complete, from 0 to 1; null if no video is being made. */
  videoShare: number | null;
  percent: (share: number) => string;
  /** Message about the error of the last export; '' if there was none. */
  error: string;
  /** The lab: an <attention-spotlight> element that shows the trained model; null if it is not open. */
  lab: HTMLElement | null;
  /** Opens the trained model in “Look inside”; null if the site does not have that section. */
  lookInside: (() => void) | null;
  openLab: () => void;
  closeLab: () => void;
  video: () => void;
  save: (name: FileName) => void;
}

export function exportPanel(panel: ExportPanel): TemplateResult {
  const { texts, hasTrained, videoShare, percent, error, lab } = panel;
  const { name, hint, lookInside, openLab, closeLab, video, makingVideo, files } = texts.exports;
  return fold(
    { name, isOpen: panel.isWide },
    html`<div class="export">
        ${
          panel.lookInside
            ? html`<button ?disabled=${!hasTrained} @click=${panel.lookInside}>${lookInside}</button>`
            : nothing
        }
        <button ?disabled=${!hasTrained} @click=${lab ? panel.closeLab : panel.openLab}>
          ${lab ? closeLab : openLab}
        </button>
        ${
          canMakeVideo()
            ? html`<button ?disabled=${!hasTrained || videoShare !== null} @click=${panel.video}>
                ${videoShare === null ? video : makingVideo(percent(videoShare))}
              </button>`
            : nothing
        }
        <span>${files}</span>
        ${FILE_NAMES.map(
          (file) => html`<button ?disabled=${!hasTrained} @click=${() => panel.save(file)}>${file}</button>`,
        )}
      </div>
      <p class="note">${hint}</p>
      ${error === '' ? nothing : html`<p class="notice error" role="alert">${texts.exports.failed(error)}</p>`}
      ${lab ? html`<div class="lab">${lab}</div>` : nothing}`,
  );
}
