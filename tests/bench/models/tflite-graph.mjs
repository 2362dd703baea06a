// Writes TFLite models (schema.fbs of the LiteRT project; fields of tables have the numbers of that schema).
import { Builder } from 'flatbuffers';

const FLOAT32 = 0;
export const INT32 = 2;
/** TFLite's operators by name: [code of the operator, code of the type of its options, or 0 if it has none]. */
const OPERATORS = {
  ADD: [0, 11],
  FULLY_CONNECTED: [9, 8],
  MUL: [18, 21],
  RESHAPE: [22, 17],
  SOFTMAX: [25, 9],
  GATHER: [36, 23],
  TRANSPOSE: [39, 26],
  MEAN: [40, 27],
  SUB: [41, 28],
  RSQRT: [76, 0],
  SQUARED_DIFFERENCE: [99, 76],
  BATCH_MATMUL: [126, 101],
  GELU: [150, 116],
};
/** Value of the operator code's old one-byte field for operators whose number does not fit into it. */
const LARGER_NUMBER = 127;

export class GraphBuilder {
  builder = new Builder(1 << 20);
  buffers = [this.table(1, () => {})]; // the first buffer is empty; tensors that are computed refer to it
  tensors = [];
  operators = [];

  table(fields, fill) {
    this.builder.startObject(fields);
    fill(this.builder);
    return this.builder.endObject();
  }

  ints(numbers) {
    this.builder.startVector(4, numbers.length, 4);
    for (const number of [...numbers].reverse()) this.builder.addInt32(number);
    return this.builder.endVector();
  }

  offsets(all) {
    this.builder.startVector(4, all.length, 4);
    for (const offset of [...all].reverse()) this.builder.addOffset(offset);
    return this.builder.endVector();
  }

  tensor(name, shape, type = FLOAT32, buffer = 0) {
    const [nameAt, shapeAt] = [this.builder.createString(name), this.ints(shape)];
    this.tensors.push(
      this.table(8, (table) => {
        table.addFieldOffset(0, shapeAt, 0);
        table.addFieldInt8(1, type, 0);
        table.addFieldInt32(2, buffer, 0);
        table.addFieldOffset(3, nameAt, 0);
      }),
    );
    return this.tensors.length - 1;
  }

  constant(data, shape) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.builder.startVector(1, bytes.length, 16);
    this.builder.space = this.builder.space - bytes.length;
    this.builder.bb.bytes().set(bytes, this.builder.space);
    const dataAt = this.builder.endVector();
    this.buffers.push(this.table(1, (table) => table.addFieldOffset(0, dataAt, 0)));
    const type = data instanceof Float32Array ? FLOAT32 : INT32;
    return this.tensor(`constant${this.buffers.length}`, shape, type, this.buffers.length - 1);
  }

  /**
   * Adds an operator to the graph, with options as a list of [field number, value, type of the field]. Returns the
   * tensor that it computes.
   */
  add(operator, inputs, shape, options = []) {
    const output = this.tensor(`${operator}${this.tensors.length}`, shape);
    const [inputsAt, outputsAt] = [this.ints(inputs), this.ints([output])];
    const optionsAt = this.table(4, (table) => {
      for (const [field, value, kind] of options) {
        if (kind === 'float') table.addFieldFloat32(field, value, 0);
        else table.addFieldInt8(field, value, 0);
      }
    });
    this.operators.push(
      this.table(5, (table) => {
        table.addFieldInt32(0, Object.keys(OPERATORS).indexOf(operator), 0);
        table.addFieldOffset(1, inputsAt, 0);
        table.addFieldOffset(2, outputsAt, 0);
        table.addFieldInt8(3, OPERATORS[operator][1], 0);
        table.addFieldOffset(4, optionsAt, 0);
      }),
    );
    return output;
  }

  finish(inputs, output) {
    const lists = [this.tensors, this.operators].map((all) => this.offsets(all));
    const [inputsAt, outputsAt] = [this.ints(inputs), this.ints([output])];
    const subgraph = this.table(5, (table) => {
      table.addFieldOffset(0, lists[0], 0);
      table.addFieldOffset(1, inputsAt, 0);
      table.addFieldOffset(2, outputsAt, 0);
      table.addFieldOffset(3, lists[1], 0);
    });
    const codes = Object.values(OPERATORS).map(([code]) =>
      this.table(4, (table) => {
        table.addFieldInt8(0, Math.min(code, LARGER_NUMBER), 0);
        table.addFieldInt32(3, code, 0);
      }),
    );
    const [codesAt, subgraphsAt, buffersAt] = [codes, [subgraph], this.buffers].map((all) => this.offsets(all));
    const model = this.table(8, (table) => {
      table.addFieldInt32(0, 3, 0);
      table.addFieldOffset(1, codesAt, 0);
      table.addFieldOffset(2, subgraphsAt, 0);
      table.addFieldOffset(4, buffersAt, 0);
    });
    this.builder.finish(model, 'TFL3');
    return this.builder.asUint8Array();
  }
}
