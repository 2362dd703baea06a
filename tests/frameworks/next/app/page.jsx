// Rendered on the server too, where the element is a tag like others.
import { Attention } from './attention.jsx';

export default function Page() {
  return <Attention text="The cat sat on the mat because it was tired" />;
}
