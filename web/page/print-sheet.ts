// Renders the sheets of worksheet.html: lesson plans, and worksheets with or without their answers.
import { createEngine } from '../engine/index.js';
import { exerciseSheet } from '../course/worksheet/exercise-sheet.js';
import { html, nothing, render } from 'lit';
import { LANGUAGES, languageOf, LOCALES, type Language } from '../locales/index.js';
import { lessonPlan, talkPlan } from '../course/worksheet/plan-sheet.js';
import { loadCourseTexts } from '../course/texts.js';
import { loadLocalized } from '../locales/localized.js';
import type { WorksheetTexts } from '../locales/en/pages/worksheet.js';

const TEXTS = import.meta.glob<WorksheetTexts>('../locales/*/pages/worksheet.ts', { import: 'worksheet' });

const SHEETS = ['talk', 'lesson', 'worksheet', 'answers'] as const;
type SheetName = (typeof SHEETS)[number];

const parameters = new URLSearchParams(location.search);
const language: Language = languageOf(LANGUAGES.find((each) => each === parameters.get('lang')) ?? 'auto');
const sheet = SHEETS.find((each) => each === parameters.get('sheet')) ?? 'talk';

const addressOf = (name: SheetName, lang: Language): string => `?${new URLSearchParams({ sheet: name, lang })}`;

const [texts, course] = await Promise.all([
  loadLocalized(TEXTS, language, 'pages/worksheet.ts'),
  loadCourseTexts(language),
]);

document.documentElement.lang = course.locale;
document.title = `${texts.sheets[sheet]} · Spotlight`;
render(
  html`<a href="./?lang=${language}">← ${texts.back}</a>
    ${SHEETS.map(
      (name) =>
        html`<a href=${addressOf(name, language)} aria-current=${name === sheet ? 'page' : nothing}
          >${texts.sheets[name]}</a
        >`,
    )}
    ${LANGUAGES.filter((each) => each !== language).map(
      (each) => html`<a href=${addressOf(sheet, each)} lang=${each}>${LOCALES[each].name}</a>`,
    )}
    <button @click=${() => print()}>${texts.print}</button>`,
  document.querySelector('nav')!,
);

const main = document.querySelector('main')!;
if (sheet === 'talk') render(talkPlan(course, texts, language), main);
else if (sheet === 'lesson') render(lessonPlan(course, texts, language), main);
else render(exerciseSheet({ course, texts, engine: await createEngine(), solved: sheet === 'answers' }), main);
