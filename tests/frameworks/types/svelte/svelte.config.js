export default {}; // so that svelte-check looks for none elsewhere
