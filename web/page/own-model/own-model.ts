// Panel of the lab that opens a model from the user's own files, in place of the default model.
import { messageOf } from '../../engine/core/file-contents.js';
import { html, nothing, render, type TemplateResult } from 'lit';
import { drawnImage } from './drawn-image.js';
import { DrawnModel } from './drawn-model.js';
import {
  FAMILY_NAMES,
  FAMILY_TITLES,
  IMAGE_FAMILIES,
  type FamilyName,
} from '../../engine/pretrained/families/index.js';
import { filesOfModel, imageOf, LARGE, PICKLES, type Fault } from '../chosen-files.js';
import { imageDataOf } from '../../image/index.js';
import { openModel, type RemoteModel } from './remote-model.js';
import { RemoteRun } from './remote-run.js';
import type { Candidate } from '../../engine/pretrained/candidates.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { ModelPart } from './model-host.js';
import type { PageTexts } from '../texts.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';

type Status =
  | { kind: 'none' | 'shown' }
  | { kind: 'reading' | 'begun'; name: string }
  | { kind: 'refused'; fault: Fault }
  | { kind: 'failed'; message: string };

/**
 * File types that the file chooser offers. They include formats that the page cannot read, which are refused with an
 * explanation.
 */
const ACCEPTED = ['.gguf', '.safetensors', '.json', '.onnx', ...PICKLES, 'image/*'].join();

const CLASSES = 3;

const titlesOf = (families: readonly FamilyName[]): string[] => [
  ...new Set(families.flatMap((family) => FAMILY_TITLES[family] ?? [])),
];
const TEXT_TITLES = titlesOf(FAMILY_NAMES.filter((family) => !IMAGE_FAMILIES.includes(family)));
const IMAGE_TITLES = titlesOf(IMAGE_FAMILIES);

export class OwnModel {
  readonly #panel: HTMLElement;
  readonly #spotlight: AttentionSpotlight;
  readonly #drawn: DrawnModel;
  #texts: PageTexts;
  #status: Status = { kind: 'none' };
  /** Most probable classes of the shown image; empty if the model has no classes, or while they are unknown. */
  #classes: readonly Candidate[] = [];
  /** Aborts reading the files that the user chose before. */
  #reading = new AbortController();

  /**
   * Renders the panel, and accepts dropped files.
   * @param panel element of the page into which the file chooser and the status text are rendered
   */
  constructor(panel: HTMLElement, spotlight: AttentionSpotlight, texts: PageTexts) {
    this.#panel = panel;
    this.#spotlight = spotlight;
    this.#drawn = new DrawnModel(spotlight);
    this.#texts = texts;
    document.addEventListener('dragover', (event) => this.#onDrag(event));
    document.addEventListener('drop', (event) => this.#onDrag(event));
    spotlight.addEventListener('statechange', () => this.#onState());
    this.#render();
  }

  set texts(texts: PageTexts) {
    this.#texts = texts;
    this.#render();
  }

  /**
   * Closes the user's model and shows the default model again. The caller opens another section and decides what is
   * selected.
   */
  close(): void {
    this.#reading.abort();
    this.#drawn.close();
    this.#report({ kind: 'none' });
  }

  /** Accepts files that are dropped anywhere on the page while the panel is shown. */
  #onDrag(event: DragEvent): void {
    if (this.#panel.getClientRects().length === 0 || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault(); // keeps the browser from opening the file
    if (event.type === 'drop') void this.#open([...event.dataTransfer.files]);
  }

  #onState(): void {
    void this.#classify(); // an intervention changes the image's classes
    this.#drawn.followText();
  }

  #report(status: Status): void {
    this.#status = status;
    this.#render();
  }

  /**
   * Opens a model from files, or reports the problem with them. While a large model is read, its first layer is shown.
   */
  async #open(chosen: readonly File[]): Promise<void> {
    const drawn = this.#drawn;
    this.#reading.abort();
    drawn.endFirstLayer();
    const reading = (this.#reading = new AbortController());
    const { signal } = reading;
    const image = imageOf(chosen);
    const files = filesOfModel(chosen);
    if (files === 'image' && drawn.model?.image) {
      await this.#drawImage(drawn.model, drawn.name, signal, image);
      return;
    }
    if (typeof files === 'string') {
      this.#report({ kind: 'refused', fault: files });
      return;
    }
    const name = nameOf(files);
    this.#report({ kind: 'reading', name });
    try {
      const load = (part: ModelPart) => openModel(files, part, signal);
      if (sizeOf(files) >= LARGE && !files.preprocessor)
        await this.#drawFirstLayer(name, signal, (text) => load({ layers: 1, text }));
      const model = await load({});
      if (model.image) {
        await this.#drawImage(model, name, signal, image).catch((error: unknown) => {
          model.dispose();
          throw error;
        });
        return;
      }
      reading.abort(); // stops reading the first layer on its own
      drawn.draw(model, name);
      await this.#spotlight.updateComplete;
      if (drawn.model === model) this.#report({ kind: 'shown' });
    } catch (error) {
      if (signal.aborted) return;
      reading.abort();
      drawn.endFirstLayer();
      this.#report({ kind: 'failed', message: messageOf(error) });
    }
  }

  /** Reads the first layer of a model for the current text, and shows it until the complete model has been read. */
  async #drawFirstLayer(
    name: string,
    signal: AbortSignal,
    load: (text: string) => Promise<RemoteModel>,
  ): Promise<void> {
    const { text } = this.#spotlight;
    const model = await load(text);
    // Reads the first layer again for another text. Its errors are ignored here: they are reported when the complete
    // model is read.
    const readAgain = () => this.#drawFirstLayer(name, signal, load).catch(() => undefined);
    if (signal.aborted || text !== this.#spotlight.text) {
      model.dispose();
      if (!signal.aborted) await readAgain();
      return;
    }
    this.#drawn.drawFirstLayer({ model, text, readAgain });
    await this.#spotlight.updateComplete;
    if (!signal.aborted && this.#drawn.hasFirstLayer) this.#report({ kind: 'begun', name });
  }

  /** Shows a vision model with an image. @param image the user's image; default: the image that code draws */
  async #drawImage(model: RemoteModel, name: string, signal: AbortSignal, image?: File): Promise<void> {
    const data = await imageDataOf(image ?? drawnImage(), model).catch(() => null);
    if (!data || signal.aborted) {
      if (model !== this.#drawn.model) model.dispose();
      if (!signal.aborted) this.#report({ kind: 'refused', fault: 'unreadable' });
      return;
    }
    this.#drawn.drawImage(model, name, { name: image?.name ?? this.#texts.ownModel.drawn, data });
    this.#report({ kind: 'shown' });
    await this.#classify();
  }

  /** Gets the most probable classes of the image once it is shown. */
  async #classify(): Promise<void> {
    await this.#spotlight.updateComplete;
    const { hasImage, model } = this.#drawn;
    const { run } = this.#spotlight;
    const count = Math.min(CLASSES, model?.labels.length ?? 0);
    const isClassified = hasImage && count > 0 && run instanceof RemoteRun && run.layers === model!.layers;
    this.#classes = isClassified ? await run.candidates(0, count) : [];
    this.#render();
  }

  #render(): void {
    render(this.#content(), this.#panel);
  }

  #content(): TemplateResult {
    const texts = this.#texts.ownModel;
    const goBack = () => {
      this.close();
      this.#drawn.forgetSelection();
    };
    const choose = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      if (input.files?.length) void this.#open([...input.files]);
      input.value = ''; // allows choosing the same files again
    };
    return html`<label class="choose">
        ${texts.open}<input type="file" multiple accept=${ACCEPTED} @change=${choose} />
      </label>
      <p role="status">${this.#statusText()}</p>
      ${this.#drawn.model || this.#drawn.hasFirstLayer ? html`<button @click=${goBack}>${texts.close}</button>` : nothing}`;
  }

  #statusText(): string {
    const [texts, status] = [this.#texts.ownModel, this.#status];
    switch (status.kind) {
      case 'none':
        return texts.hint(TEXT_TITLES, IMAGE_TITLES);
      case 'reading':
      case 'begun':
        return texts[status.kind](status.name);
      case 'refused':
        return texts.faults[status.fault];
      case 'failed':
        return texts.failed(status.message);
      case 'shown': {
        const { name, model } = this.#drawn;
        const { layers, numHeads, image } = model!;
        const shown = texts.shown(name, layers.encoder + layers.decoder, numHeads);
        return image ? `${shown}${this.#classesText()}${texts.image}` : shown;
      }
    }
  }

  #classesText(): string {
    const { percent, ownModel } = this.#texts;
    if (this.#classes.length === 0) return '';
    return ownModel.classes(
      this.#classes.map(({ text, probability }) => `${text.split(',')[0]!} ${percent(probability, 0)}`),
    );
  }
}

const sizeOf = ({ weights }: PretrainedFiles): number =>
  [weights].flat().reduce((sum, file) => sum + (file instanceof File ? file.size : 0), 0);

/** Name of a model, from the name of its GGUF file or its first weight file. */
function nameOf({ weights }: PretrainedFiles): string {
  const [file] = [weights].flat();
  return file instanceof File ? file.name : '';
}
