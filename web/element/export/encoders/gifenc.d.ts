// Type declarations for the part of the package gifenc that this project uses. The package itself has none.
declare module 'gifenc' {
  /** Color as red, green and blue, each from 0 to 255. */
  type Color = number[];

  interface FrameOptions {
    palette?: Color[];
    /** Duration of the frame in milliseconds. */
    delay?: number;
    /** Number of times that the animation repeats; 0: forever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** Disposal method of the frame; with 1, the frame is kept and the next one is drawn over it. */
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
