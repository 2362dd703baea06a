# Toolchain file of the presets wasm-*. Includes Emscripten's own toolchain file, from the SDK in EMSDK, otherwise from
# the PATH.
if(NOT "$ENV{EMSDK}" STREQUAL "")
  set(emscripten $ENV{EMSDK}/upstream/emscripten)
else()
  find_program(EM_CONFIG em-config REQUIRED NO_CMAKE_PATH)
  execute_process(
    COMMAND ${EM_CONFIG} EMSCRIPTEN_ROOT
    OUTPUT_VARIABLE emscripten
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
include(${emscripten}/cmake/Modules/Platform/Emscripten.cmake)
