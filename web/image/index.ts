// The module 'attention-spotlight/image': vision models in the element. As a separate entry, it keeps the code that
// draws images out of the main bundle.
export { imageDataOf } from './image-data.js';
export { withImage } from './with-image.js';
