export default {
  root: 'src',
  title: 'Attention',
  search: false,
  globalStylesheets: [],
  head: '<link rel="icon" href="data:," />',
};
