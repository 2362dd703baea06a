// Editor support for <attention-spotlight>, generated in dist/ from the table of properties and the package's types:
// the custom elements manifest, web-types (JetBrains) and HTML custom data (VS Code).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { project } from '../paths.mjs';
import { membersOf, parts } from './tables.mjs';

const TAG = 'attention-spotlight';
const DESCRIPTION = 'Computes Transformer attention on a text and shows each step as it is computed.';
const MODULE = 'dist/element/index.js';
const SLOTS = [
  { name: 'caption', description: 'Shown below the element.' },
  { name: 'fallback', description: 'Shown until the first scene is there, and where there can be none.' },
];

const METHODS = ['play', 'pause', 'present', 'appendToken', 'toBlob'];

const bare = (code) => code.replaceAll('`', '');

async function element() {
  const built = (file) => import(pathToFileURL(join(project, 'dist', file)));
  const { PROPERTIES, writeProperty } = await built('element/state/properties.js');
  const { light } = (await built('view/marks/palette.js')).palettes;
  const attributes = membersOf('State').map((member) => {
    const [name, type] = [bare(member.name), bare(member.type)];
    const isFlag = type === 'boolean';
    return {
      name,
      type,
      description: `${member.meaning} Takes ${PROPERTIES[name].expected}.`,
      default: writeProperty(name, PROPERTIES[name].default),
      values: isFlag ? ['on', 'off'] : Array.from(type.matchAll(/'([^']+)'/g), ([, value]) => value),
    };
  });
  const events = membersOf('ElementEvents').map(({ name, type, meaning }) => ({
    name: bare(name),
    type: `CustomEvent<${bare(type)}>`,
    description: meaning,
  }));
  const cssProperties = Object.keys(light)
    .filter((name) => typeof light[name] === 'string')
    .map((name) => ({
      name: `--spotlight-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      default: light[name],
      description: `In the light theme ${light[name]} unless set.`,
    }));
  const members = new Map(membersOf('AttentionSpotlight').map((member) => [bare(member.name), member]));
  const methods = METHODS.map((name) => {
    const { type, meaning } = members.get(name);
    return { name, type: bare(type), description: meaning };
  });
  return { attributes, methods, events, cssProperties, cssParts: parts() };
}

const manifest = ({ attributes, methods, events, cssProperties, cssParts }) => ({
  schemaVersion: '1.0.0',
  modules: [
    {
      kind: 'javascript-module',
      path: MODULE,
      declarations: [
        {
          kind: 'class',
          customElement: true,
          name: 'AttentionSpotlight',
          tagName: TAG,
          description: DESCRIPTION,
          attributes: attributes.map(({ name, type, description, default: value }) => ({
            name,
            description,
            fieldName: name,
            type: { text: type },
            default: JSON.stringify(value),
          })),
          members: [
            ...attributes.map(({ name, type, description }) => ({
              kind: 'field',
              name,
              description,
              attribute: name,
              type: { text: type },
            })),
            ...methods.map(({ name, type, description }) => ({
              kind: 'method',
              name,
              description,
              type: { text: type },
              return: { type: { text: type.split(' => ')[1] } },
            })),
          ],
          events: events.map(({ name, type, description }) => ({ name, description, type: { text: type } })),
          slots: SLOTS,
          cssParts,
          cssProperties,
        },
      ],
      exports: [
        { kind: 'js', name: 'AttentionSpotlight', declaration: { name: 'AttentionSpotlight', module: MODULE } },
        {
          kind: 'custom-element-definition',
          name: TAG,
          declaration: { name: 'AttentionSpotlight', module: MODULE },
        },
      ],
    },
  ],
});

const webTypes = ({ attributes, events, cssProperties, cssParts }, version) => ({
  name: TAG,
  version,
  'js-types-syntax': 'typescript',
  'description-markup': 'none',
  contributions: {
    html: {
      elements: [
        {
          name: TAG,
          description: DESCRIPTION,
          attributes: attributes.map(({ name, type, description, default: value, values }) => ({
            name,
            description,
            default: value,
            value: { type: values.length > 0 ? values.map((each) => `'${each}'`).join(' | ') : type },
          })),
          slots: SLOTS,
          js: {
            properties: attributes.map(({ name, type, description }) => ({ name, description, type })),
            events: events.map(({ name, type, description }) => ({ name, description, type })),
          },
          css: {
            properties: cssProperties.map(({ name, description }) => ({ name, description })),
            parts: cssParts,
          },
        },
      ],
    },
  },
});

const customData = ({ attributes }) => ({
  version: 1.1,
  tags: [
    {
      name: TAG,
      description: DESCRIPTION,
      attributes: attributes.map(({ name, description, values }) => ({
        name,
        description,
        ...(values.length > 0 && { values: values.map((each) => ({ name: each })) }),
      })),
    },
  ],
});

export async function writeEditorData() {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const described = await element();
  const files = {
    'custom-elements.json': manifest(described),
    'web-types.json': webTypes(described, version),
    'vscode.html-custom-data.json': customData(described),
  };
  for (const [file, data] of Object.entries(files)) {
    writeFileSync(join(project, 'dist', file), `${JSON.stringify(data, null, 2)}\n`);
  }
}
