// Printable lesson plans and worksheets with answers: worksheet.html?sheet=worksheet&lang=zh. Code shared with other pages is
// imported dynamically, so that it does not split the bundles of those pages.
void import('./print-sheet.js');
