// `import { imageDataOf, withImage } from 'attention-spotlight/image'`: vision models in the element. A separate entry
// keeps image drawing out of the main bundle.
export { imageDataOf } from './image-data.js';
export { withImage } from './with-image.js';
