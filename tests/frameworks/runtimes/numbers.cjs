// The same package by require(), where Node has it for modules.
const { createEngine, tensor } = require('attention-spotlight');
const { engineNumber } = require('../engine-number.js');

createEngine().then((engine) => console.log(JSON.stringify({ output: engineNumber(engine, tensor) })));
