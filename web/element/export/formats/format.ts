// Interface of an export format.
import type { Snapshot } from '../snapshot.js';

/** Result of an export: a file to download, or a text for the clipboard. */
export type Exported = { extension: string; file: Blob } | { clipboard: string };

/** Image sizes that the menu offers, in image pixels per CSS pixel. */
export const PIXEL_RATIOS = [1, 2, 4] as const;
/** Heads that an exported file of numbers contains: the selected one or all. */
export const EXPORTED_HEADS = ['one', 'all'] as const;

export interface ExportOptions {
  pixelRatio: (typeof PIXEL_RATIOS)[number];
  heads: (typeof EXPORTED_HEADS)[number];
}

/** Options of an export, with an abort signal and a progress callback. */
export interface ExportJob extends ExportOptions {
  signal: AbortSignal;
  /**
   * Reports progress.
   * @param share completed share, from 0 to 1
   */
  onProgress: (share: number) => void;
}

export interface ExportFormat {
  /** Key of the format's label in the interface texts. */
  readonly name: string;
  readonly isSupported: () => boolean;
  /** Set if the format requires a run of a model; external attention has no animation. */
  readonly needsRun?: true;
  /**
   * Set if the file contains only the element's state, which cannot reproduce external attention or a model that the
   * page has passed in.
   */
  readonly isStateOnly?: true;
  /**
   * Creates the file or the text.
   * @throws the signal's reason when the user cancels
   */
  readonly export: (snapshot: Snapshot, job: ExportJob) => Exported | Promise<Exported>;
}

/** Note in exported numbers and embedding code: how heads, layers and tokens are counted. */
export const COUNTING_NOTE =
  'Layers, heads and tokens count from 0: layer 0, head 0 is “layer 1, head 1” on the screen and in captions.';

export const always = (): boolean => true;

export const textFile = (extension: string, type: string, text: string): Exported => ({
  extension,
  file: new Blob([text], { type }),
});
