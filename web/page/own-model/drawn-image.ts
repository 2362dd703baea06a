// Width and height, in pixels, of the default image for vision models. Code draws it, so that no file has to be loaded.
const SIDE = 448;

/** Draws the default image for vision models: a house and a tree under the sun. */
export function drawnImage(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d')!;
  const fill = (color: string, ...points: readonly (readonly [x: number, y: number])[]) => {
    context.fillStyle = color;
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.fill();
  };
  const box = (color: string, x: number, y: number, width: number, height: number) =>
    fill(color, [x, y], [x + width, y], [x + width, y + height], [x, y + height]);
  const disc = (color: string, x: number, y: number, radius: number) => {
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  };
  box('#8fc7ee', 0, 0, SIDE, SIDE);
  box('#6aa84f', 0, 320, SIDE, 128);
  disc('#ffd54a', 360, 84, 44);
  box('#d9a066', 84, 210, 170, 150);
  fill('#a33b2e', [64, 210], [169, 120], [274, 210]);
  box('#5b3a29', 150, 280, 40, 80);
  box('#fdf6d8', 104, 236, 36, 36);
  box('#fdf6d8', 198, 236, 36, 36);
  box('#6b4a2b', 336, 270, 22, 100);
  disc('#2f7d32', 347, 236, 54);
  return canvas;
}
