// Renders a lesson plan as a table with the columns time, question, activity and result.
import { html, nothing, type TemplateResult } from 'lit';
import { ANSWERS, LESSON, PHASES, placesOfPhase, TALK } from './plans.js';
import { minutesOf, nameOfStep, writePlace, type Place } from '../place.js';
import { pointOfStep } from '../facts.js';
import { prose } from '../prose.js';
import type { Language } from '../../locales/index.js';
import type { CourseTexts } from '../texts.js';
import type { WorksheetTexts } from '../../locales/en/pages/worksheet.js';

const addressOf = (place: Place, language: Language): string =>
  `./?${new URLSearchParams({ chapter: writePlace(place), lang: language })}`;

const answerOf = (answer: string, isRight: boolean): TemplateResult =>
  isRight ? html`<li class="right"><b>${prose(answer)}</b> ✓</li>` : html`<li>${prose(answer)}</li>`;

interface Row {
  when: string;
  name: string;
  /** Activity of the teacher in addition to the steps of the course. */
  how?: string;
  places: readonly Place[];
}

function row(course: CourseTexts, language: Language, { when, name, how, places }: Row): TemplateResult {
  const stepOf = ({ chapter, step }: Place) => course.chapters[chapter].steps[step]!;
  const each = (content: (place: Place) => TemplateResult | typeof nothing) => places.map(content);
  return html`<tr>
    <th scope="row">${when}</th>
    <td>
      <b>${name}</b>${how === undefined ? nothing : html`<p>${how}</p>`}
      <p class="steps">
        ${places.map((place) => html`<a href=${addressOf(place, language)}>${course.chapters[place.chapter].title} ${place.step + 1}</a><br />`)}
      </p>
    </td>
    <td>
      ${each((place) => {
        const { predict } = stepOf(place);
        return predict
          ? html`<p>${prose(predict.question)}</p>
              <ul>
                ${predict.answers.map((answer, index) => answerOf(answer, index === ANSWERS[nameOfStep(place)]))}
              </ul>`
          : nothing;
      })}
    </td>
    <td>${each((place) => html`<p>${prose(stepOf(place).task)}</p>`)}</td>
    <td>
      ${each((place) => {
        return html`<p>${prose(pointOfStep(stepOf(place), course.locale))}</p>`;
      })}
    </td>
  </tr>`;
}

const table = (texts: WorksheetTexts, rows: readonly TemplateResult[]): TemplateResult =>
  html`<table class="plan">
    <thead>
      <tr>
        ${texts.plan.columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;

export function talkPlan(course: CourseTexts, texts: WorksheetTexts, language: Language): TemplateResult {
  const rows = TALK.map((place, index) =>
    row(course, language, {
      when: texts.plan.fromMinute(minutesOf(index + 1) - 1),
      name: course.chapters[place.chapter].title,
      places: [place],
    }),
  );
  return html`<h1>${texts.sheets.talk}</h1>
    ${texts.plan.talk.map((paragraph) => html`<p>${paragraph}</p>`)} ${table(texts, rows)}`;
}

export function lessonPlan(course: CourseTexts, texts: WorksheetTexts, language: Language): TemplateResult {
  let minute = 0;
  const rows = PHASES.map((name) => {
    const { minutes, tasks = [] } = LESSON[name];
    const { title, how } = texts.plan.phases[name];
    const when = texts.plan.minutes(minute, minute + minutes);
    minute += minutes;
    const work = tasks.length === 0 ? how : how + texts.plan.tasks(tasks);
    return row(course, language, { when, name: title, how: work, places: placesOfPhase(name) });
  });
  return html`<h1>${texts.sheets.lesson}</h1>
    ${texts.plan.lesson.map((paragraph) => html`<p>${paragraph}</p>`)} ${table(texts, rows)}`;
}
