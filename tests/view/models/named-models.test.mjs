// Models that the element's property `model` selects by name, before and after they have been loaded.
import { models } from '../view-models.mjs';
import { MODEL_NAMES } from '../../../web/view/model-names.js';
import { namedModel } from '../../../web/element/source/named-models.js';

test.each(MODEL_NAMES)('the model %s has the layers and heads that are known before it has loaded', (name) => {
  const { layers, numHeads } = models[name];
  expect({ layers, numHeads }).toEqual(namedModel(name).shape);
});
