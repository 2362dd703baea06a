# Links the headers of xtensor, xtl and xsimd into a separate folder. Their install folder may be /usr/include, whose C
# library headers must not replace those of em++.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(library IN ITEMS xtensor xtl xsimd)
  get_target_property(include ${library} INTERFACE_INCLUDE_DIRECTORIES)
  file(CREATE_LINK ${include}/${library} ${headers}/${library} SYMBOLIC)
  set_target_properties(${library} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${headers})
endforeach()
