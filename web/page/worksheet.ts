// Lesson plans, and worksheets with their answers, to print: worksheet.html?sheet=worksheet&lang=zh. What they share with
// other pages is loaded from here, so that those stay in as few files as without it.
void import('./print-sheet.js');
