import type {} from 'attention-spotlight/svelte';
