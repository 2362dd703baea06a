import siteConfig from '@generated/docusaurus.config';
import { configure } from 'attention-spotlight/element';

configure({ workerUrl: `${siteConfig.baseUrl}spotlight/worker.js` });
