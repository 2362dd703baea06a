// Type of the .wasm exports: a compiled module, as imported by Cloudflare Workers and Deno.
declare const wasm: WebAssembly.Module;
export default wasm;
