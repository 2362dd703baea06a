// Multiply-adds per second of the loops in ceiling.cpp.

/** The runners of a build, for `interleaved`: each does about a millisecond's work; and what they do in one call. */
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
