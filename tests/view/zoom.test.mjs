import fc from 'fast-check';
import { contentBox, NO_ZOOM, panBy, zoomAt } from '../../web/view/zoom.js';

const frame = { x: 100, y: 50, width: 800, height: 500 };
const size = { width: 500, height: 500 };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const zooms = fc.record({ factor: fc.double({ min: 1, max: 50, noNaN: true }), x: share, y: share });
const pointers = fc.record({
  x: fc.double({ min: 100, max: 900, noNaN: true }),
  y: fc.double({ min: 50, max: 550, noNaN: true }),
});

test('factor 1 centers the content in the frame', () => {
  expect(contentBox(NO_ZOOM, size, frame)).toEqual({ x: 250, y: 50, width: 500, height: 500 });
});

test('content larger than the frame covers it, smaller content lies inside', () => {
  fc.assert(
    fc.property(zooms, (zoom) => {
      const box = contentBox(zoom, size, frame);
      for (const [from, room, start, length] of [
        [frame.x, frame.width, box.x, box.width],
        [frame.y, frame.height, box.y, box.height],
      ]) {
        const [low, high] = [Math.min(from, from + room - length), Math.max(from, from + room - length)];
        expect(start).toBeGreaterThanOrEqual(low - 1e-9);
        expect(start).toBeLessThanOrEqual(high + 1e-9);
      }
    }),
  );
});

test('zooming keeps the point under the pointer, unless the content would leave the frame', () => {
  fc.assert(
    fc.property(zooms, pointers, fc.double({ min: 0.2, max: 5, noNaN: true }), (zoom, pointer, by) => {
      const before = contentBox(zoom, size, frame);
      const zoomed = zoomAt(zoom, by, pointer, before, frame);
      const after = contentBox(zoomed, size, frame);
      for (const [at, from, room, [start, length], [newStart, newLength]] of [
        [pointer.x, frame.x, frame.width, [before.x, before.width], [after.x, after.width]],
        [pointer.y, frame.y, frame.height, [before.y, before.height], [after.y, after.height]],
      ]) {
        const wanted = at - ((at - start) / length) * newLength;
        const other = from + room - newLength;
        const allowed = Math.min(Math.max(wanted, Math.min(from, other)), Math.max(from, other));
        if (zoomed.factor > 1) expect(newStart).toBeCloseTo(allowed, 4);
      }
    }),
  );
});

test('a drag moves the content by the same number of pixels', () => {
  const zoom = { factor: 10, x: 0.5, y: 0.5 };
  const before = contentBox(zoom, size, frame);
  const after = contentBox(panBy(zoom, -70, 30, before, frame), size, frame);
  expect([after.x - before.x, after.y - before.y]).toEqual([expect.closeTo(-70, 6), expect.closeTo(30, 6)]);
});
