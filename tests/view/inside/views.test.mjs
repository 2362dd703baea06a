import { readdirSync } from 'node:fs';
import { VIEW_NAMES, VIEWS } from '../../../web/inside/views.js';

const folderOf = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('each row of the table has a folder, and each folder a row', () => {
  const folders = readdirSync(new URL('../../../web/inside/views', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(VIEW_NAMES.map(folderOf).sort());
});

test.each(VIEW_NAMES)('the view %s has one name, and asks for what its worker computes', async (name) => {
  const folder = `../../../web/inside/views/${folderOf(name)}`;
  const [{ view }, results, { requests }] = await Promise.all([
    import(`${folder}/view.js`),
    import(`${folder}/results.js`),
    import(`${folder}/work.js`),
  ]);
  const asked = Object.values(results).flatMap((each) => (typeof each === 'function' ? [] : each.name));
  expect(asked.sort()).toEqual(Object.keys(requests).sort());
  expect([view.name, view.result.name]).toEqual([name, name]);
  expect(view.compared !== undefined).toBe(VIEWS[name].isCompared === true);
});
