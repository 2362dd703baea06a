// The type of the .wasm exports: a compiled module, as Cloudflare Workers and Deno import it.
declare const wasm: WebAssembly.Module;
export default wasm;
