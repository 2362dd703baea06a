// Entry point of worksheet.html, with printable lesson plans and worksheets: worksheet.html?sheet=worksheet&lang=zh.
// The code is imported dynamically, since other pages use parts of it: the bundles of those pages are then not split.
void import('./print-sheet.js');
