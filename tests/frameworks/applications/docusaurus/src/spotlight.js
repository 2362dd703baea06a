import { configure } from 'attention-spotlight/element';

configure({ workerUrl: '/spotlight/worker.js' });
