# Lets em++ see xtensor, xtl and xsimd, and nothing else of the folder they are installed in: in /usr/include that would
# be the headers of the system's C library, where em++ has one of its own.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(library IN ITEMS xtensor xtl xsimd)
  get_target_property(include ${library} INTERFACE_INCLUDE_DIRECTORIES)
  file(CREATE_LINK ${include}/${library} ${headers}/${library} SYMBOLIC)
  set_target_properties(${library} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${headers})
endforeach()
