// Files of a model trained on the page: the engine's tokenizer encodes and decodes the tokens of every task.
import { SubwordTokenizer } from '../../../web/engine/pretrained/subword-tokenizer.js';
import { probeOf } from '../../../web/training/run/snapshot.js';
import { taskOf } from '../../../web/training/tasks/index.js';
import { TASK_NAMES } from '../../../web/training/tasks/task.js';
import { textOf, tokenizerOf } from '../../../web/training/export/model-files.js';

const POEM = '唧唧复唧唧，木兰当户织。 This is the house that Jack built, the house that Jack built. '.repeat(4);

test.each(TASK_NAMES)('%s', async (name) => {
  const task = taskOf(name, name === 'text' ? POEM : '');
  const { first } = probeOf(task);
  const tokenizer = await SubwordTokenizer.load(tokenizerOf(task), task.vocabulary.length);
  const text = textOf(task, first);
  const ids = [...(first.sources ?? first.inputs)];
  const tokens = tokenizer.encode(text);
  expect(tokens.map(({ id }) => id)).toEqual(ids);
  expect(tokens.map((token) => token.text.trim())).toEqual(ids.map((id) => task.vocabulary[id].trim()));
  expect(tokenizer.decode(ids).trim()).toBe(text.trim());
});
