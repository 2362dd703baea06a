// Entries that have only types: at run time they are empty.
export {};
