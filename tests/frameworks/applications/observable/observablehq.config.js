export default { root: 'src', title: 'Attention', search: false, globalStylesheets: [] };
