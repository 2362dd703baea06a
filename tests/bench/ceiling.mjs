/**
 * The loops of ceiling.cpp as runners for `interleaved`, and the number of multiply-adds in one call of each, which
 * takes about a millisecond.
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
