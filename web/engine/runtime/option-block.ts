// Writer of attention options to WebAssembly memory, where an option block holds numbers in slots, and arrays
// (cpp/bindings/option_block.hpp).
import { elementAt, type Tensor } from '../core/tensor.js';
import type { Module } from './wasm-module.js';
import type { OptionBlock } from '../wasm/spotlight.js';

/** Name of the slot in which the option block holds a numeric option, as in C++. */
export type OptionSlot = keyof Module['OptionSlot'];

/** Writes attention options to an option block in WebAssembly memory. */
export class OptionWriter {
  readonly module: Module;
  readonly #block: OptionBlock;
  readonly #start: number;

  constructor(module: Module, block: OptionBlock | null) {
    this.module = module;
    this.#block = block!;
    this.#start = block!.address() / 8;
  }

  number(slot: OptionSlot, number: number): void {
    (this.module.HEAPF64 as Float64Array)[this.#start + this.module.OptionSlot[slot].value] = number;
  }

  maskFlags(data: Uint8Array): void {
    const address = this.#block.resizeMaskFlags(data.length);
    (this.module.HEAPU8 as Uint8Array).set(data, address);
  }

  /**
   * Writes an additive attention mask to the option block.
   * @throws RangeError that names the mask's first element that is NaN or +Infinity
   */
  maskAddend(name: string, { data, shape }: Tensor): void {
    const address = this.#block.resizeMaskAddend(data.length);
    (this.module.HEAPF32 as Float32Array).set(data, address / 4);
    const wrong = this.module.findInvalidMaskValue(address, data.length);
    if (wrong < 0) return;
    throw new RangeError(`${elementAt(name, shape, wrong)}: expected a finite number or -Infinity, got ${data[wrong]}`);
  }

  keyLengths(data: Int32Array): void {
    const address = this.#block.resizeKeyLengths(data.length);
    (this.module.HEAP32 as Int32Array).set(data, address / 4);
  }

  globalTokens(data: Int32Array): void {
    const address = this.#block.resizeGlobalTokens(data.length);
    (this.module.HEAP32 as Int32Array).set(data, address / 4);
  }
}
