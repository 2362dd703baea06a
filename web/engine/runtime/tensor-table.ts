// Access to the tensors of a C++ session, whose addresses and lengths are in a table in WebAssembly memory
// (cpp/bindings/tensor_table.hpp).
import { elementAt, orOutOfMemory, type Tensor } from '../core/tensor.js';
import { copyInto } from '../core/typed-arrays.js';
import type { Module } from './wasm-module.js';

/** Part of a WebAssembly module that tensors are read from: its memory, as floats and as integers. */
type Memory = Pick<Module, 'HEAPF32' | 'HEAPU32'>;

/** Embind enum of a session's tensors: the value of each tensor's name is its index in the table. */
type Names<Name extends string> = Readonly<Record<Name, { readonly value: number }>>;

const FAULT_STRIDE = 2 ** 32;

/**
 * Description of a session's tensor for error messages: its name there, its shape, and, if it is only a part of a
 * tensor, the offset of that part.
 */
export interface Described {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset?: number;
}

export class TensorTable<Name extends string> {
  readonly #module: Memory;
  readonly #address: number;
  readonly #names: Names<Name>;

  constructor(module: Memory, address: number, names: Names<Name>) {
    this.#module = module;
    this.#address = address;
    this.#names = names;
  }

  /** View of a float tensor in WebAssembly memory, valid until the session's next call. */
  view(name: Name): Float32Array {
    const entry = this.#address / 4 + 2 * this.#names[name].value;
    const heap = this.#module.HEAPU32 as Uint32Array;
    const start = heap[entry]! / 4;
    return (this.#module.HEAPF32 as Float32Array).subarray(start, start + heap[entry + 1]!);
  }

  /** View of an int32 tensor in WebAssembly memory, valid until the session's next call. */
  intView(name: Name): Int32Array {
    const { buffer, byteOffset, length } = this.view(name);
    return new Int32Array(buffer, byteOffset, length);
  }

  /** True if the session currently holds the tensor in memory. A failed call frees it. */
  has(name: Name): boolean {
    return this.view(name).length > 0;
  }

  /** Copies a tensor from WebAssembly memory to a new array, or to `out`, which must have the same length. */
  copyOut(name: Name, shape: readonly number[], out: Float32Array | null = null): Tensor {
    const view = this.view(name);
    if (!out) return { data: orOutOfMemory(name, shape, () => view.slice()), shape };
    copyInto(out, 'out', view);
    return { data: out, shape };
  }

  /**
   * Checks the return value of a session's call, which tells if a number in its inputs or outputs is not finite.
   * @param fault −1, or the index of a tensor times FAULT_STRIDE plus the index of its first element that is not finite
   * @throws RangeError that names the element
   */
  expectFinite(
    fault: number,
    inputs: Readonly<Partial<Record<Name, Described>>>,
    outputs: Readonly<Partial<Record<Name, Described>>>,
  ): void {
    if (fault < 0) return;
    const [tensor, index] = [Math.floor(fault / FAULT_STRIDE), fault % FAULT_STRIDE];
    const is = (name: string) => this.#names[name as Name].value === tensor;
    const input = Object.keys(inputs).find(is);
    if (input !== undefined) {
      const { name, shape, offset = 0 } = inputs[input as Name]!;
      const got = this.view(input as Name)[index];
      throw new RangeError(`${elementAt(name, shape, offset + index)}: expected a finite number, got ${got}`);
    }
    const { name, shape, offset = 0 } = outputs[Object.keys(outputs).find(is) as Name]!;
    throw new RangeError(`${elementAt(name, shape, offset + index)} is beyond float32: the inputs are too large`);
  }
}
