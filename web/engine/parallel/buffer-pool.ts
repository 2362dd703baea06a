// Pool of buffers that were transferred to a worker and back, for reuse. Touching newly allocated memory costs more
// than copying into memory that is already mapped.

/** Maximum number of floats in the pool's buffers while no task is running, 8 MB. */
const MAX_POOLED_FLOATS = 2 ** 21;

export class BufferPool {
  #buffers: Float32Array<ArrayBuffer>[] = [];

  /** Returns a buffer with room for at least the given number of floats. Its content is undefined. */
  acquire(size: number): Float32Array<ArrayBuffer> {
    const at = this.#buffers.findIndex(({ length }) => length >= size && length <= 2 * size);
    return at < 0 ? new Float32Array(size) : this.#buffers.splice(at, 1)[0]!;
  }

  release(buffer: Float32Array<ArrayBuffer>): void {
    this.#buffers.push(buffer);
  }

  /** Discards the largest buffers of the pool until at most MAX_POOLED_FLOATS floats remain. */
  trim(): void {
    this.#buffers.sort((a, b) => a.length - b.length);
    let pooled = 0;
    this.#buffers = this.#buffers.filter(({ length }) => (pooled += length) <= MAX_POOLED_FLOATS);
  }
}
