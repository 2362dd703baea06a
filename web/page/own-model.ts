// A model from the user's own files, shown in the lab in place of the page's.
import { messageOf } from '../engine/core/file-contents.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { drawnImage } from './drawn-image.js';
import { FAMILY_NAMES, FAMILY_TITLES, IMAGE_FAMILIES, type FamilyName } from '../engine/pretrained/families/index.js';
import { filesOfModel, imageOf, PICKLES, type Fault } from './chosen-files.js';
import { imageDataOf, withImage } from '../image/index.js';
import { modelChange, textChange } from '../element/state/changes.js';
import { sharedEngine } from '../element/source/shared-engine.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { PageTexts } from './texts.js';
import type { PretrainedFiles } from '../engine/pretrained/load.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';
import type { Run } from '../engine/transformer/run.js';

type Status =
  | { kind: 'none' | 'shown' }
  | { kind: 'reading' | 'begun'; name: string }
  | { kind: 'refused'; fault: Fault }
  | { kind: 'failed'; message: string };

/** Includes formats that are refused with an explanation. */
const ACCEPTED = ['.gguf', '.safetensors', '.json', '.onnx', ...PICKLES, 'image/*'].join();

/** Size of weights in bytes from which the first layer is shown while the rest is read. */
const LARGE = 2 ** 26;
/** Number of classes named for an image. */
const CLASSES = 3;

const titlesOf = (families: readonly FamilyName[]): string[] => [
  ...new Set(families.flatMap((family) => FAMILY_TITLES[family] ?? [])),
];
const TEXT_TITLES = titlesOf(FAMILY_NAMES.filter((family) => !IMAGE_FAMILIES.includes(family)));
const IMAGE_TITLES = titlesOf(IMAGE_FAMILIES);

export class OwnModel extends LitElement {
  static override properties = {
    texts: { attribute: false },
    spotlight: { attribute: false },
    status: { state: true },
  };
  declare texts: PageTexts;
  declare spotlight: AttentionSpotlight;
  declare status: Status;
  #model: PretrainedModel | null = null;
  #name = '';
  /** Name of the current image, and the text before it; null: a text is shown. */
  #image: { name: string; before: string } | null = null;
  /** First layer of the model being read, with the only text that it can run on; null: not shown. */
  #part: { model: PretrainedModel; text: string; readAgain: () => Promise<void> } | null = null;
  /** Aborts reading the previous choice. */
  #reading = new AbortController();

  constructor() {
    super();
    this.status = { kind: 'none' };
  }

  /** No shadow root: the page's styles apply. */
  protected override createRenderRoot(): this {
    return this;
  }

  /** Files can also be dropped anywhere on the page while this is shown. */
  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('dragover', this.#onDrag);
    document.addEventListener('drop', this.#onDrag);
    this.spotlight.addEventListener('statechange', this.#onState);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('dragover', this.#onDrag);
    document.removeEventListener('drop', this.#onDrag);
    this.spotlight.removeEventListener('statechange', this.#onState);
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (this.getClientRects().length === 0 || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault(); // keeps the browser from opening the file
    if (event.type === 'drop') void this.open([...event.dataTransfer.files]);
  };

  readonly #onState = (): void => {
    if (this.#image) this.requestUpdate(); // switching off a head changes the classes
    const part = this.#part;
    if (!part || part.text === this.spotlight.text) return;
    this.#endPart();
    this.#forgetSelection();
    void part.readAgain();
  };

  /** Opens a model from files, or reports why it cannot. While a large one is read, its first layer is shown. */
  async open(chosen: readonly File[]): Promise<void> {
    this.#reading.abort();
    if (this.#endPart()) this.#forgetSelection();
    const reading = (this.#reading = new AbortController());
    const { signal } = reading;
    const image = imageOf(chosen);
    const files = filesOfModel(chosen);
    if (files === 'image' && this.#model?.image) {
      await this.#showImage(this.#model, this.#name, signal, image);
      return;
    }
    if (typeof files === 'string') {
      this.status = { kind: 'refused', fault: files };
      return;
    }
    const name = nameOf(files);
    this.status = { kind: 'reading', name };
    await new Promise(requestAnimationFrame); // reading blocks for seconds: paint the status first
    try {
      const engine = await sharedEngine();
      const load = (part: { layers?: number; text?: string }) => engine.loadPretrained(files, { ...part, signal });
      if (sizeOf(files) >= LARGE && !files.preprocessor)
        await this.#showPart(name, signal, (text) => load({ layers: 1, text }));
      const model = await load({});
      if (model.image) {
        await this.#showImage(model, name, signal, image).catch((error: unknown) => {
          model.dispose();
          throw error;
        });
        return;
      }
      reading.abort(); // stops loading the first layer alone
      this.#show(model, name);
    } catch (error) {
      if (signal.aborted) return;
      reading.abort();
      if (this.#endPart()) this.#forgetSelection();
      this.status = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Shows the page's model again. The caller, which opens another section, sets the selection. */
  close(): void {
    this.#reading.abort();
    this.#endPart();
    if (this.#model) this.#replace(null);
    const { spotlight } = this;
    if (this.#image?.name === spotlight.text) spotlight.state = textChange(this.#image.before, spotlight);
    this.#image = null;
    this.status = { kind: 'none' };
  }

  /** Shows the first layer of a model on the current text. */
  async #showPart(name: string, signal: AbortSignal, load: (text: string) => Promise<PretrainedModel>): Promise<void> {
    const { text } = this.spotlight;
    const model = await load(text);
    const readAgain = () => this.#showPart(name, signal, load).catch(() => undefined); // errors are reported by the complete model
    const isWanted = !signal.aborted && text === this.spotlight.text;
    if (isWanted) {
      this.#draw(model);
      this.#part = { model, text, readAgain };
      this.#forgetSelection();
      this.status = { kind: 'begun', name };
      return;
    }
    model.dispose();
    if (!signal.aborted) await readAgain();
  }

  /** Replaces the partial model by the previous one. @returns false if there was no partial model */
  #endPart(): boolean {
    if (!this.#part) return false;
    this.#draw(this.#model);
    return true;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.ownModel;
    const goBack = () => {
      this.close();
      this.#forgetSelection();
    };
    const choose = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      if (input.files?.length) void this.open([...input.files]);
      input.value = ''; // allows choosing the same files again
    };
    return html`<label class="choose">
        ${texts.open}<input type="file" multiple accept=${ACCEPTED} @change=${choose} />
      </label>
      <p role="status">${this.#statusText()}</p>
      ${this.#model || this.#part ? html`<button @click=${goBack}>${texts.close}</button>` : nothing}`;
  }

  #statusText(): string {
    const [texts, { status }] = [this.texts.ownModel, this];
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
        const { layers, numHeads, image } = this.#model!;
        const shown = texts.shown(this.#name, layers.encoder + layers.decoder, numHeads);
        return image ? `${shown}${this.#classes()}${texts.image}` : shown;
      }
    }
  }

  /** Most probable classes of the image; '' if the model has none, or the image has not been drawn yet. */
  #classes(): string {
    const { labels, layers } = this.#model!;
    const { run } = this.spotlight;
    if (labels.length === 0 || run?.layers !== layers) return '';
    const { percent, ownModel } = this.texts;
    const classes = (run as Run & Pick<PretrainedRun, 'candidates'>).candidates(0, Math.min(CLASSES, labels.length));
    const named = classes.map(({ text, probability }) => `${text.split(',')[0]!} ${percent(probability, 0)}`);
    return ownModel.classes(named);
  }

  #show(model: PretrainedModel, name: string): void {
    const isBegun = this.#part !== null; // keeps the selection made in the first layer
    const text = this.#textBefore;
    this.#image = null;
    this.#replace(model);
    if (!isBegun) this.#forgetSelection(text);
    this.#name = name;
    this.status = { kind: 'shown' };
  }

  /** Shows the attention of [CLS] to an image. @param image default: the page's own */
  async #showImage(model: PretrainedModel, name: string, signal: AbortSignal, image?: File): Promise<void> {
    const data = await imageDataOf(image ?? drawnImage(), model).catch(() => null);
    if (!data || signal.aborted) {
      if (model !== this.#model) model.dispose();
      if (!signal.aborted) this.status = { kind: 'refused', fault: 'unreadable' };
      return;
    }
    const { spotlight } = this;
    const nameOfImage = image?.name ?? this.texts.ownModel.drawn;
    const shown = withImage(model, data);
    this.#image = { name: nameOfImage, before: this.#textBefore };
    this.#replace(model, shown);
    this.#forgetSelection(nameOfImage);
    spotlight.state = { view: 'sentence', query: 0 };
    this.#name = name;
    this.status = { kind: 'shown' };
    void spotlight.updateComplete.then(() => this.requestUpdate()); // shows its classes
  }

  get #textBefore(): string {
    const { text } = this.spotlight;
    return this.#image?.name === text ? this.#image.before : text;
  }

  /** Resets heads, tokens and interventions, which belong to the previous model. */
  #forgetSelection(text = this.spotlight.text): void {
    const { spotlight } = this;
    spotlight.state = { ...textChange(text, spotlight), ...modelChange(spotlight.model) };
  }

  /** Replaces the model. @param model null: the page's model @param shown the model, or the model with an image */
  #replace(model: PretrainedModel | null, shown: AttentionSpotlight['pretrained'] = model): void {
    const before = this.#model === model ? null : this.#model;
    this.#model = model;
    this.#draw(shown);
    void this.spotlight.updateComplete.then(() => before?.dispose());
  }

  /** Draws a model; frees a previous partial one only after the element has stopped using it. */
  #draw(shown: AttentionSpotlight['pretrained']): void {
    const { spotlight } = this;
    const part = this.#part;
    this.#part = null;
    spotlight.pretrained = shown;
    void spotlight.updateComplete.then(() => part?.model.dispose());
  }
}

const sizeOf = ({ weights }: PretrainedFiles): number =>
  [weights].flat().reduce((sum, file) => sum + (file instanceof File ? file.size : 0), 0);

/** Name of a model: that of its GGUF file, or of its first weights file. */
function nameOf({ weights }: PretrainedFiles): string {
  const [file] = [weights].flat();
  return file instanceof File ? file.name : '';
}

customElements.define('own-model', OwnModel);
