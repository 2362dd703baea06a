// What the entries that have only types are at run time: nothing.
export {};
