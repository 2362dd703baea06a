// The same package by require(), where Node has it for modules.
const { createEngine, tensor } = require('attention-spotlight');

createEngine().then((engine) => {
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]),
    tensor([1, 0, 0, 1], [1, 1, 2, 2]),
    tensor([1, 0], [1, 1, 2, 1]),
  );
  console.log(JSON.stringify({ output: output.data[0] }));
});
