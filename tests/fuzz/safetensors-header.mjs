const DTYPES = ['F32', 'F16', 'I8', 'BF16', 'I64', 'f16', null];

/** Changes one or two entries of a safetensors header in place. */
export function changeHeader(random, header) {
  const names = Object.keys(header);
  const [one, other] = [header[random.pick(names)], header[random.pick(names)]];
  random.pick([
    () => ([one.data_offsets, other.data_offsets] = [other.data_offsets, one.data_offsets]),
    () => ([one.shape, other.shape] = [other.shape, one.shape]),
    () => (one.data_offsets[random.int(0, 1)] += random.pick([-4, -2, -1, 0.5, 1, 2, 4, 2 ** 32])),
    () => (one.data_offsets = one.data_offsets.map((offset) => random.pick([String, Math.sqrt, (x) => -x])(offset))),
    () => (one.dtype = random.pick(DTYPES)),
    () => (header[random.pick(['__metadata__', 'more', 'constructor'])] = other),
    () => delete header[random.pick(names)],
  ])();
}
