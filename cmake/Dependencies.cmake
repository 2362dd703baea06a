# C++ dependencies: installed packages if find_package finds them, otherwise fetched. Without network access, set
# FETCHCONTENT_SOURCE_DIR_XTL and so on to folders with their sources.
include(FetchContent)
FetchContent_Declare(
  xtl
  GIT_REPOSITORY https://github.com/xtensor-stack/xtl.git
  GIT_TAG 0.7.7
  FIND_PACKAGE_ARGS 0.7)
FetchContent_Declare(
  xsimd
  GIT_REPOSITORY https://github.com/xtensor-stack/xsimd.git
  GIT_TAG 13.2.0
  FIND_PACKAGE_ARGS 13)
FetchContent_Declare(
  xtensor
  GIT_REPOSITORY https://github.com/xtensor-stack/xtensor.git
  GIT_TAG 0.25.0
  FIND_PACKAGE_ARGS 0.25)
FetchContent_MakeAvailable(xtl xsimd xtensor)
if(SPOTLIGHT_TESTS)
  FetchContent_Declare(
    googletest
    GIT_REPOSITORY https://github.com/google/googletest.git
    GIT_TAG v1.15.2
    FIND_PACKAGE_ARGS NAMES GTest)
  FetchContent_MakeAvailable(googletest)
endif()
if(EMSCRIPTEN AND xtensor_FOUND)
  include(cmake/EmscriptenHeaders.cmake)
endif()
