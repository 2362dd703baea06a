// Implementation of type-only entries, which is empty at run time.
export {};
