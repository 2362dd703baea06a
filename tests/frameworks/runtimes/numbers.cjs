// Loads the package with require(), in a version of Node that can require modules.
const { createEngine, tensor } = require('attention-spotlight');
const { engineNumber } = require('../engine-number.js');

createEngine().then((engine) => console.log(JSON.stringify({ output: engineNumber(engine, tensor) })));
