// Data files about the element for editors (completion and documentation of its attributes): they match the element's
// table of properties.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROPERTY_NAMES } from '../../dist/element/state/properties.js';
import { VERSION } from '../../dist/element/export/package-address.js';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { project } from '../../scripts/paths.mjs';

const json = (file) => JSON.parse(readFileSync(join(project, file), 'utf8'));
const description = json('package.json');

test('package.json lists the files', () => {
  for (const file of [description.customElements, description['web-types']]) {
    expect(existsSync(join(project, file))).toBe(true);
  }
});

const names = (list) => list.map(({ name }) => name);

test('custom-elements.json', () => {
  const [{ declarations, exports }] = json(description.customElements).modules;
  expect(exports.map(({ kind }) => kind)).toEqual(['js', 'custom-element-definition']);
  const [element] = declarations;
  expect(names(element.attributes)).toEqual(PROPERTY_NAMES);
  const ofKind = (kind) => element.members.filter((member) => member.kind === kind);
  expect(names(ofKind('field'))).toEqual(PROPERTY_NAMES);
  expect(names(ofKind('method'))).toEqual(['play', 'pause', 'present', 'appendToken', 'toBlob']);
  expect(ofKind('method').at(-1).return.type.text).toBe('Promise<Blob>');
  expect(names(element.events)).toEqual(['ready', 'statechange', 'stage', 'select', 'error']);
  expect(names(element.cssParts)).toEqual(expect.arrayContaining(['canvas', 'side', 'timeline']));
  expect(names(element.cssProperties)).toContain('--spotlight-accent');
  for (const { description: text } of [...element.attributes, ...element.events, ...element.members])
    expect(text).not.toBe('');
});

test('web-types.json', () => {
  const { version, contributions } = json(description['web-types']);
  expect(version).toBe(description.version);
  const [element] = contributions.html.elements;
  expect(names(element.attributes)).toEqual(PROPERTY_NAMES);
  expect(element.attributes.find(({ name }) => name === 'causal').value.type).toBe("'on' | 'off'");
});

test('HTML custom data of VS Code', () => {
  const [{ name, attributes }] = json('dist/vscode.html-custom-data.json').tags;
  expect(name).toBe('attention-spotlight');
  expect(names(attributes.find((each) => each.name === 'view').values).sort()).toEqual([...VIEW_NAMES].sort());
  expect(names(attributes.find((each) => each.name === 'causal').values)).toEqual(['on', 'off']);
});

test('the versions agree', () => expect(VERSION).toBe(description.version));
