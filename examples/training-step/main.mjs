// Training by hand: forward pass, loss, backward pass, and a gradient descent step for every parameter. The layer
// learns to output the previous token of its input.
import { createEngine, sinusoidalPositions, tensor } from 'attention-spotlight';

const engine = await createEngine();
const [embedDim, numHeads, tokens, learningRate] = [16, 1, 12, 0.5];
const positions = sinusoidalPositions(tokens, embedDim).data;
const words = engine.xavierUniform([tokens, embedDim], { gain: 2, seed: 3 }).data;
const x = tensor(
  words.map((number, index) => number + positions[index]),
  [1, tokens, embedDim],
);
const wanted = x.data.map((_, index) => x.data[Math.max(index - embedDim, index % embedDim)]); // [tokens, embedDim]

let inProjWeight = engine.xavierUniform([3 * embedDim, embedDim], { seed: 1 });
let outProjWeight = engine.xavierUniform([embedDim, embedDim], { seed: 2 });
const descend = ({ data, shape }, gradient) =>
  tensor(
    data.map((number, index) => number - learningRate * gradient.data[index]),
    shape,
  );

const losses = [];
for (let step = 0; step < 300; step++) {
  const attention = engine.createMultiheadAttention({ embedDim, numHeads, inProjWeight, outProjWeight });
  const { output } = attention.forward(x, x, x);
  const error = output.data.map((number, index) => number - wanted[index]);
  losses.push(error.reduce((sum, each) => sum + each * each, 0) / error.length);

  const outputGradient = tensor(
    error.map((each) => (2 * each) / error.length),
    output.shape,
  );
  const gradients = attention.backward(x, x, x, outputGradient);
  inProjWeight = descend(inProjWeight, gradients.inProjWeight);
  outProjWeight = descend(outProjWeight, gradients.outProjWeight);
  attention.dispose();
}
console.log(`loss ${losses[0].toFixed(2)}`); // → loss 1.08
console.log(`after 300 steps ${losses.at(-1).toFixed(2)}`); // → after 300 steps 0.15
