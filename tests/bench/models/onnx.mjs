// Writes a workload of the benchmark as an ONNX model (onnx.proto of the ONNX project, only the needed parts).
import protobuf from 'protobufjs';
import { embedDimOf, weightsOf } from '../workloads.mjs';

const { root } = protobuf.parse(
  `
  syntax = "proto3";
  message Tensor { repeated int64 dims = 1; int32 data_type = 2; string name = 8; bytes raw_data = 9; }
  message Attribute {
    string name = 1; float f = 2; int64 i = 3; repeated int64 ints = 8; int32 type = 20;
  }
  message Node {
    repeated string input = 1; repeated string output = 2; string op_type = 4; repeated Attribute attribute = 5;
  }
  message Dimension { int64 dim_value = 1; }
  message Shape { repeated Dimension dim = 1; }
  message TensorType { int32 elem_type = 1; Shape shape = 2; }
  message Type { TensorType tensor_type = 1; }
  message ValueInfo { string name = 1; Type type = 2; }
  message Graph {
    repeated Node node = 1; string name = 2; repeated Tensor initializer = 5;
    repeated ValueInfo input = 11; repeated ValueInfo output = 12;
  }
  message OperatorSet { string domain = 1; int64 version = 2; }
  message Model { int64 ir_version = 1; Graph graph = 7; repeated OperatorSet opset_import = 8; }
`,
  { keepCase: true },
);
const FLOAT = 1;
const INT64 = 7;

class GraphBuilder {
  node = [];
  initializer = [];

  add(op_type, input, attributes = {}) {
    const output = `${op_type}${this.node.length}`;
    const attribute = Object.entries(attributes).map(([name, value]) => {
      if (Array.isArray(value)) return { name, ints: value, type: 7 };
      return Number.isInteger(value) ? { name, i: value, type: 2 } : { name, f: value, type: 1 };
    });
    this.node.push({ input, output: [output], op_type, attribute });
    return output;
  }

  constant(data, dims) {
    const name = `constant${this.initializer.length}`;
    const data_type = data instanceof Float32Array ? FLOAT : INT64;
    this.initializer.push({ name, dims, data_type, raw_data: new Uint8Array(data.buffer) });
    return name;
  }

  finish(inputs, output, shape) {
    const info = (name) => ({
      name,
      type: { tensor_type: { elem_type: FLOAT, shape: { dim: shape.map((dim_value) => ({ dim_value })) } } },
    });
    const Model = root.lookupType('Model');
    const graph = {
      node: [...this.node, { input: [output], output: ['output'], op_type: 'Identity' }],
      name: 'attention',
      initializer: this.initializer,
      input: inputs.map(info),
      output: [info('output')],
    };
    const model = { ir_version: 10, graph, opset_import: [{ domain: '', version: 23 }] };
    return Model.encode(Model.fromObject(model)).finish();
  }
}

/**
 * Adds attention, softmax(Q·Kᵀ/√d + M)·V for all heads, to the graph: as elementary operators, or as ONNX's operator
 * Attention.
 */
function attention(graph, [query, key, value], { seqLen, headDim, isCausal }, form) {
  if (form === 'operator') return graph.add('Attention', [query, key, value], { is_causal: isCausal ? 1 : 0 });
  const transposed = graph.add('Transpose', [key], { perm: [0, 1, 3, 2] });
  const scores = graph.add('MatMul', [query, transposed]);
  const scale = graph.constant(Float32Array.of(1 / Math.sqrt(headDim)), []);
  let scaled = graph.add('Mul', [scores, scale]);
  if (isCausal) scaled = graph.add('Add', [scaled, graph.constant(causalMask(seqLen), [seqLen, seqLen])]);
  return graph.add('MatMul', [graph.add('Softmax', [scaled], { axis: -1 }), value]);
}

export const causalMask = (seqLen) =>
  Float32Array.from({ length: seqLen * seqLen }, (_, at) => (at % seqLen > Math.floor(at / seqLen) ? -1e9 : 0));

/** Transposed copy of the rows [first, first + size) of a row-major matrix with `columns` columns. */
function transposedRows(matrix, columns, first, size) {
  const result = new Float32Array(size * columns);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < columns; column++) {
      result[column * size + row] = matrix[(first + row) * columns + column];
    }
  }
  return result;
}

/** Bytes of an ONNX model; `form` is 'graph' (elementary operators) or 'operator' (ONNX's Attention). */
export function onnxModel(workload, form) {
  const { kind, batch, heads, seqLen, headDim } = workload;
  const graph = new GraphBuilder();
  if (kind === 'attention') {
    const names = ['query', 'key', 'value'];
    return graph.finish(names, attention(graph, names, workload, form), [batch, heads, seqLen, headDim]);
  }
  const d = embedDimOf(workload);
  const { inProj, inProjBias, outProj, outProjBias } = weightsOf(workload);
  const shape = (...dims) => graph.constant(BigInt64Array.from(dims.map(BigInt)), [dims.length]);
  const linear = (input, weight, bias, first) => {
    const product = graph.add('MatMul', [input, graph.constant(transposedRows(weight, d, first, d), [d, d])]);
    return graph.add('Add', [product, graph.constant(bias.slice(first, first + d), [d])]);
  };
  const headsOf = (index) => {
    const projected = linear('input', inProj, inProjBias, index * d);
    const split = graph.add('Reshape', [projected, shape(batch, seqLen, heads, headDim)]);
    return graph.add('Transpose', [split], { perm: [0, 2, 1, 3] });
  };
  const attended = attention(graph, [headsOf(0), headsOf(1), headsOf(2)], workload, form);
  const concatenated = graph.add('Reshape', [
    graph.add('Transpose', [attended], { perm: [0, 2, 1, 3] }),
    shape(batch, seqLen, d),
  ]);
  return graph.finish(['input'], linear(concatenated, outProj, outProjBias, 0), [batch, seqLen, d]);
}
