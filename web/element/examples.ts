// Sentences to begin with.
export const EXAMPLES: readonly string[] = [
  'The cat sat on the mat because it was tired',
  'The cat sat on the mat because it was soft',
  '我爱北京',
  '小猫坐在垫子上，因为它累了',
  '我喜欢深度学习',
  '我用 Python 写了一个 Transformer 模型',
  '在 attention 里，每个 token 都问：who matters to me?',
];
