// Type of an import of the package's .wasm files: a compiled module, as in Cloudflare Workers and Deno.
declare const wasm: WebAssembly.Module;
export default wasm;
