// Defines the element in the browser; Docusaurus renders pages in Node first.
import 'attention-spotlight/element';
import { showNumbers } from '../../numbers.js';

export const onRouteDidUpdate = () => showNumbers(document.querySelector('attention-spotlight'));
