// Font sizes in the style sheets: all sizes in pixels are from a single scale, except in content that is enlarged as a
// whole, in print, and in units of a drawing.
import { readdirSync, readFileSync } from 'node:fs';

const SCALE = [13, 15, 17, 21, 28, 38, 50];
const OWN = /styles\/(presentation|print)\.ts$/;
const OF_DRAWING = /svg[^{}]*\{[^}]*\}/g;

const web = new URL('../../web/', import.meta.url);
const styles = ['course', 'element', 'inside', 'page', 'training', 'ui'].flatMap((folder) =>
  readdirSync(new URL(folder, web), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(css|ts)$/.test(name) && !OWN.test(name)),
);

test('every size of type is one of the scale', () => {
  const others = styles.flatMap((name) => {
    const text = readFileSync(new URL(name, web), 'utf8').replace(OF_DRAWING, '');
    const sizes = Array.from(text.matchAll(/font(?:-size)?:[^;]*?([\d.]+)px/g), ([, size]) => Number(size));
    return sizes.filter((size) => !SCALE.includes(size)).map((size) => `${name}: ${size} px`);
  });
  expect(others).toEqual([]);
});
