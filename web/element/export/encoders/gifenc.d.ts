// Types of the part of gifenc that this project uses; the package has none.
declare module 'gifenc' {
  /** Red, green, blue, 0 … 255. */
  type Color = number[];

  interface FrameOptions {
    palette?: Color[];
    /** Milliseconds. */
    delay?: number;
    /** Repetitions of the whole animation; 0: forever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1: keep the frame, and draw the next one over it. */
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
