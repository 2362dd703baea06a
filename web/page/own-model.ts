// A model from the user's own files, shown in the lab in place of the page's.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { drawnImage } from './drawn-image.js';
import { FAMILY_NAMES, FAMILY_TITLES, IMAGE_FAMILIES, type FamilyName } from '../engine/pretrained/families/index.js';
import { filesOfModel, imageOf, PICKLES, type Fault } from './chosen-files.js';
import { imageDataOf, withImage } from '../image/index.js';
import { modelChange, textChange } from '../element/state/changes.js';
import { sharedEngine } from '../element/model/shared-engine.js';
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

/** With those that are refused with the reason. */
const ACCEPTED = ['.gguf', '.safetensors', '.json', '.onnx', ...PICKLES, 'image/*'].join();

/** Bytes of weights that take so long to read that the first layer is shown meanwhile. */
const LARGE = 2 ** 26;
/** Classes of an image that are named. */
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
  /** The model that is shown, and its name. */
  #model: PretrainedModel | null = null;
  #name = '';
  /** The name of the image that is shown, and the text before it; null: a text is shown. */
  #image: { name: string; before: string } | null = null;
  /** The first layer of the model that is being read, for the one text that it can run on; null: it is not shown. */
  #part: { model: PretrainedModel; text: string; readAgain: () => Promise<void> } | null = null;
  /** Ends reading what was chosen before. */
  #reading = new AbortController();

  constructor() {
    super();
    this.status = { kind: 'none' };
  }

  /** The page's styles are its own. */
  protected override createRenderRoot(): this {
    return this;
  }

  /** Files can also be dropped on the page while this is shown. */
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
    event.preventDefault(); // the browser would open the file instead
    if (event.type === 'drop') void this.open([...event.dataTransfer.files]);
  };

  readonly #onState = (): void => {
    if (this.#image) this.requestUpdate(); // other classes where a head is switched off
    const part = this.#part;
    if (!part || part.text === this.spotlight.text) return;
    this.#endPart();
    this.#forgetSelection();
    void part.readAgain();
  };

  /** Opens the model that some files are, or says why it cannot. Of a large one the first layer is shown meanwhile. */
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
    await new Promise(requestAnimationFrame); // reading takes seconds, in which nothing is drawn
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
      reading.abort(); // another part
      this.#show(model, name);
    } catch (error) {
      if (signal.aborted) return;
      reading.abort();
      if (this.#endPart()) this.#forgetSelection();
      this.status = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Shows the page's model again. Whoever opens another section says what is selected there. */
  close(): void {
    this.#reading.abort();
    this.#endPart();
    if (this.#model) this.#replace(null);
    const { spotlight } = this;
    if (this.#image?.name === spotlight.text) spotlight.state = textChange(this.#image.before, spotlight);
    this.#image = null;
    this.status = { kind: 'none' };
  }

  /** Shows what a part of a model computes of the text that is shown. */
  async #showPart(name: string, signal: AbortSignal, load: (text: string) => Promise<PretrainedModel>): Promise<void> {
    const { text } = this.spotlight;
    const model = await load(text);
    const readAgain = () => this.#showPart(name, signal, load).catch(() => undefined); // the whole says what is wrong
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

  /** The model before is shown in place of a part of the next. @returns whether there was one */
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
      input.value = ''; // the same files can be chosen again
    };
    return html`<label class="choose">
        ${texts.open}<input type="file" multiple accept=${ACCEPTED} @change=${choose} />
      </label>
      <p role="status">${this.#said()}</p>
      ${this.#model || this.#part ? html`<button @click=${goBack}>${texts.close}</button>` : nothing}`;
  }

  #said(): string {
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

  /** What the model takes the image for, its most probable classes; '': it has none, or the image is not yet drawn. */
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
    const isBegun = this.#part !== null; // what is selected in its first layer stays
    const text = this.#textBefore;
    this.#image = null;
    this.#replace(model);
    if (!isBegun) this.#forgetSelection(text);
    this.#name = name;
    this.status = { kind: 'shown' };
  }

  /** Shows what [CLS] attends to in an image; without one, in the page's. */
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
    void spotlight.updateComplete.then(() => this.requestUpdate()); // its classes
  }

  /** The text that is shown, or was before an image. */
  get #textBefore(): string {
    const { text } = this.spotlight;
    return this.#image?.name === text ? this.#image.before : text;
  }

  /** Heads, tokens and interventions of the model before are not those of the next. */
  #forgetSelection(text = this.spotlight.text): void {
    const { spotlight } = this;
    spotlight.state = { ...textChange(text, spotlight), ...modelChange(spotlight.model) };
  }

  /** Null: the page's model is shown. @param shown the model, or with an image */
  #replace(model: PretrainedModel | null, shown: AttentionSpotlight['pretrained'] = model): void {
    const before = this.#model === model ? null : this.#model;
    this.#model = model;
    this.#draw(shown);
    void this.spotlight.updateComplete.then(() => before?.dispose());
  }

  /** A part that was shown is in use until the element has drawn what comes now. */
  #draw(shown: AttentionSpotlight['pretrained']): void {
    const { spotlight } = this;
    const part = this.#part;
    this.#part = null;
    spotlight.pretrained = shown;
    void spotlight.updateComplete.then(() => part?.model.dispose());
  }
}

/** Bytes of weights. */
const sizeOf = ({ weights }: PretrainedFiles): number =>
  [weights].flat().reduce((sum, file) => sum + (file instanceof File ? file.size : 0), 0);

/** The name of a model: of its GGUF file, or of the first of its weights. */
function nameOf({ weights }: PretrainedFiles): string {
  const [file] = [weights].flat();
  return file instanceof File ? file.name : '';
}

customElements.define('own-model', OwnModel);
