export default {}; // keeps svelte-check from looking for a configuration elsewhere
