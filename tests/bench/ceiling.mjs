/**
 * Runners, as interleaved.mjs measures them, for the loops of ceiling.cpp. One call of a runner takes about a
 * millisecond; `multiplyAdds` is the number of multiply-adds in it.
 */
export async function ceilingRunners(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const loops = instance.exports;
  const repeats = { registers: 400, tiles: 80 };
  return Object.fromEntries(
    Object.entries(repeats).map(([name, count]) => [
      name,
      { run: async () => loops[name](count, 1e-3), multiplyAdds: loops[name](1, 1e-3) * count },
    ]),
  );
}
