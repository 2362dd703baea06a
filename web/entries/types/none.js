// Run-time module of the package's entries that only contain types; it is empty.
export {};
