// The section "Learn" of index.html. It loads the course when it is first opened.
import { find } from '../frame.js';
import { languageOf, type Language } from '../../locales/index.js';
import type { AttentionCourse } from '../../course/attention-course.js';
import type { AttentionSpotlight } from '../../element/index.js';

export class CourseSection {
  #course: Promise<AttentionCourse> | null = null;
  #trainingAddress: string | null = null;
  readonly #spotlight: AttentionSpotlight;

  constructor(spotlight: AttentionSpotlight) {
    this.#spotlight = spotlight;
  }

  /** Loads the course, unless this has been done. If loading fails, the next call tries again. */
  open(): Promise<AttentionCourse> {
    this.#course ??= this.#load();
    this.#course.catch(() => (this.#course = null));
    return this.#course;
  }

  /** Updates the section. @param trainingAddress URL of the training page; null if there is none beside this page */
  render(trainingAddress: string | null): void {
    this.#trainingAddress = trainingAddress;
    void this.#course?.then((course) => (course.training = trainingAddress));
  }

  async present(language: () => Language): Promise<void> {
    const [course, { presentCourse }] = await Promise.all([this.open(), import('../presenting/sections.js')]);
    presentCourse(course, language);
  }

  async #load(): Promise<AttentionCourse> {
    const [{ AttentionCourse }] = await Promise.all([
      import('../../course/attention-course.js'),
      import('../../course/texts.js').then(({ loadCourseTexts }) => loadCourseTexts(languageOf(this.#spotlight.lang))),
    ]);
    const course = new AttentionCourse();
    course.spotlight = this.#spotlight;
    course.training = this.#trainingAddress;
    find('main', HTMLElement).prepend(course);
    return course;
  }
}
