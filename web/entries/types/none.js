// Implementation of the entries that only contain types; it is empty at run time.
export {};
