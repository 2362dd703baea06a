// Replacements for Embind's functions that register types which our bindings do not use: wide strings, `val`, memory
// views, 64-bit integers. Embind registers them in every module; with empty functions, the JavaScript glue is 1 KB
// smaller. Emscripten requires the number of parameters to match.
/* global addToLibrary */
/* eslint-disable no-unused-vars */
addToLibrary({
  _embind_register_std_wstring: (type, size, name) => {},
  _embind_register_emval: (type) => {},
  _embind_register_memory_view: (type, index, name) => {},
  _embind_register_bigint: (type, name, size, least, most) => {},
});
