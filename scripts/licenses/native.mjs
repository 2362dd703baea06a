// Third-party code in the WebAssembly modules. The license texts are in licenses/, because the library headers and some
// Emscripten versions do not include them.

/**
 * Libraries that are compiled into the WebAssembly. `headers` is a pattern of the #include lines by which our C++ uses
 * the library; it is null for libraries that the toolchain links.
 */
export const NATIVE = [
  {
    name: 'xtensor, xtl',
    url: 'https://github.com/xtensor-stack/xtensor',
    license: 'BSD-3-Clause',
    text: 'xtensor.txt',
    headers: ['xtensor', 'xtl'],
  },
  {
    name: 'xsimd',
    url: 'https://github.com/xtensor-stack/xsimd',
    license: 'BSD-3-Clause AND BSL-1.0',
    text: 'xsimd.txt',
    headers: ['xsimd'],
  },
  {
    name: 'Emscripten',
    url: 'https://emscripten.org',
    license: 'MIT',
    text: 'emscripten.txt',
    headers: ['emscripten'],
  },
  { name: 'musl', url: 'https://musl.libc.org', license: 'MIT', text: 'musl.txt', headers: null },
  {
    name: 'libc++, libc++abi, compiler-rt',
    url: 'https://llvm.org',
    license: 'Apache-2.0 WITH LLVM-exception',
    text: 'llvm.txt',
    headers: null,
  },
];
