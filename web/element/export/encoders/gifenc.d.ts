// Types for the part of gifenc that this project uses. The package itself has none.
declare module 'gifenc' {
  /** Red, green, blue, each 0 … 255. */
  type Color = number[];

  interface FrameOptions {
    palette?: Color[];
    /** Duration of the frame in milliseconds. */
    delay?: number;
    /** Number of times that the animation repeats; 0: forever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** Disposal of the frame; 1 keeps it, so that the next one is drawn over it. */
    dispose?: number;
  }

  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8ClampedArray, maxColors: number): Color[];
  export function applyPalette(rgba: Uint8ClampedArray, palette: Color[]): Uint8Array;
}
