// Printable lesson plans and worksheets with answers: worksheet.html?sheet=worksheet&lang=zh. Code that other pages use
// as well is imported dynamically, so that the bundles of those pages are not split.
void import('./print-sheet.js');
