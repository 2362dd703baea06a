import { bootstrapApplication } from '@angular/platform-browser';
import { configure } from 'attention-spotlight/element';
import { App } from './app';

configure({ wasmUrl: 'spotlight/wasm/', modelUrl: 'spotlight/model/', workerUrl: 'spotlight/worker.js' });
bootstrapApplication(App).catch(console.error);
