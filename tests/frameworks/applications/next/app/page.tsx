import { Attention } from './attention-component';

export default function Page() {
  return <Attention text="The cat sat on the mat because it was tired" />;
}
