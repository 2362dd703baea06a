// `import { imageDataOf, withImage } from 'attention-spotlight/image'`: models that read images, in the element. An entry of its
// own, so that only who shows images loads how they are drawn.
export { imageDataOf } from './image-data.js';
export { withImage } from './with-image.js';
