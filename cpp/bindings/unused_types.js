// Types that Embind declares in every module although our bindings do not use them: wide strings, `val`, memory views,
// 64-bit integers. Replacing their functions with empty ones makes the JavaScript glue 1 KB smaller. Emscripten
// requires the number of parameters to match.
/* global addToLibrary */
/* eslint-disable no-unused-vars */
addToLibrary({
  _embind_register_std_wstring: (type, size, name) => {},
  _embind_register_emval: (type) => {},
  _embind_register_memory_view: (type, index, name) => {},
  _embind_register_bigint: (type, name, size, least, most) => {},
});
