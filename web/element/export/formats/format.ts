// Interface of an export format.
import type { Snapshot } from '../snapshot.js';

/** Result of an export: a file to download, or a text for the clipboard. */
export type Exported = { extension: string; file: Blob } | { clipboard: string };

/** Resolutions of images that the export menu offers, in image pixels per CSS pixel. */
export const PIXEL_RATIOS = [1, 2, 4] as const;
/** Choice of the heads that an exported file of numbers contains: the selected one or all. */
export const EXPORTED_HEADS = ['one', 'all'] as const;

export interface ExportOptions {
  pixelRatio: (typeof PIXEL_RATIOS)[number];
  heads: (typeof EXPORTED_HEADS)[number];
}

/** Options of an export, with an abort signal and a progress callback. */
export interface ExportJob extends ExportOptions {
  signal: AbortSignal;
  /**
   * Reports the progress of the export.
   * @param share completed share, from 0 to 1
   */
  onProgress: (share: number) => void;
}

export interface ExportFormat {
  /** Name of the format, which is the key of its label in the interface texts. */
  readonly name: string;
  readonly isSupported: () => boolean;
  /** True if the format requires a run of a model. It is not offered for external attention, which has no animation. */
  readonly needsRun?: true;
  /**
   * True if the exported text contains only the element's state. The format is not offered for external attention or
   * for a model that the page has passed in, since the state cannot reproduce them.
   */
  readonly isStateOnly?: true;
  /**
   * Creates the file or the text of the export.
   * @throws the signal's reason when the user cancels
   */
  readonly export: (snapshot: Snapshot, job: ExportJob) => Exported | Promise<Exported>;
}

/** Note for exported numbers and embedding code: explains from which number heads, layers and tokens are counted. */
export const COUNTING_NOTE =
  'Layers, heads and tokens count from 0: layer 0, head 0 is “layer 1, head 1” on the screen and in captions.';

export const always = (): boolean => true;

export const textFile = (extension: string, type: string, text: string): Exported => ({
  extension,
  file: new Blob([text], { type }),
});
