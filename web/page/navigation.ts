// Navigation between the sections of index.html, by buttons and by URL.
import { InsideSection } from './sections/inside-section.js';
import { initialState } from '../element/state/properties.js';
import { isBare, readAddress } from '../element/state/address.js';
import { languageOf } from '../locales/index.js';
import { modelChange } from '../element/state/changes.js';
import { openingState, sectionOf, stateOfSection, type PageSection } from './sections/sections.js';
import { PageAddress } from './page-address.js';
import { readPlace, SHORT_WAY } from '../course/place.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { CourseSection } from './sections/course-section.js';

interface Sections {
  readonly spotlight: AttentionSpotlight;
  readonly course: CourseSection;
  readonly inside: InsideSection;
}

export class Navigation {
  /**
   * Number of the latest request to open a section. Since the course loads asynchronously, it compares the number
   * afterwards: it must not replace a section that the user has requested since.
   */
  #requests = 0;
  readonly #address = new PageAddress();
  readonly #sections: Sections;
  readonly #changed: () => void;

  /**
   * Creates the navigation between sections.
   * @param changed called when another section opens although the state of the <attention-spotlight> element stays the
   *   same
   */
  constructor(sections: Sections, changed: () => void) {
    this.#sections = sections;
    this.#changed = changed;
  }

  get section(): PageSection {
    const { spotlight, inside } = this.#sections;
    return inside.isOpen ? 'inside' : sectionOf(spotlight.state);
  }

  async open(section: PageSection): Promise<void> {
    const { spotlight, course, inside } = this.#sections;
    const request = ++this.#requests;
    spotlight.pause();
    if (section === 'inside') return this.#openInside();
    const opened = section === 'learn' ? await course.open() : null;
    if (request !== this.#requests) return;
    // Selected heads belong to the model. If the user's own model was open, they are reset together with it.
    const ofOwnModel = spotlight.pretrained ? modelChange(spotlight.model) : {};
    spotlight.state = { ...ofOwnModel, ...stateOfSection(section, spotlight.state, languageOf(spotlight.lang)) };
    opened?.begin();
    if (section === 'computed') spotlight.play();
    if (inside.isOpen) this.#leaveInside();
  }

  /** Opens the section that the URL names, with the state that it contains. */
  async openAddress(): Promise<void> {
    const { spotlight, inside } = this.#sections;
    const request = ++this.#requests;
    if (InsideSection.isIn(location)) {
      this.#address.leave();
      void inside.open(location.search);
    } else inside.hide();
    const given = readAddress(location);
    const requested = (given instanceof Promise ? await given : given) ?? {};
    if (request !== this.#requests) return;
    const { lang, theme } = requested;
    // In a URL of “Look inside”, the <attention-spotlight> element only takes language and theme.
    const set = inside.isOpen ? { ...(lang && { lang }), ...(theme && { theme }) } : requested;
    const opening = isBare(set) ? openingState(languageOf(lang ?? 'auto')) : {};
    spotlight.pause();
    spotlight.state = { ...initialState(lang), ...opening, ...set };
    if (!inside.isOpen) this.#address.startAt(spotlight.state);
    if (set.chapter) void this.#openChapter(set.chapter, set.stage === undefined, request);
  }

  /**
   * Follows a change of the <attention-spotlight> element's state: writes it to the URL and, if it names a chapter,
   * loads the course.
   */
  follow(): void {
    const { spotlight, course, inside } = this.#sections;
    if (readPlace(spotlight.chapter)) void course.open();
    if (inside.isOpen) void inside.writeAddress(false);
    else this.#address.show(spotlight.state);
  }

  async #openInside(): Promise<void> {
    const { inside } = this.#sections;
    const isNew = !inside.isOpen;
    const opened = inside.open();
    this.#address.leave();
    this.#changed();
    await opened;
    await inside.writeAddress(isNew);
  }

  /** Shows the <attention-spotlight> element again after “Look inside”, even if its state has not changed. */
  #leaveInside(): void {
    const { spotlight, inside } = this.#sections;
    inside.hide();
    this.#changed();
    this.#address.show(spotlight.state);
  }

  /**
   * Opens a chapter once the course has loaded, unless the user has requested another section since.
   * @param isFresh true if the URL only names the chapter, which then opens in its initial state
   * @param request number of the navigation request
   */
  async #openChapter(chapter: string, isFresh: boolean, request: number): Promise<void> {
    const { spotlight, course } = this.#sections;
    const opened = await course.open();
    if (request !== this.#requests || spotlight.chapter !== chapter) return;
    if (isFresh) opened.goTo(readPlace(chapter) ?? SHORT_WAY[0]!);
    this.#address.startAt(spotlight.state); // another chapter may have replaced one that was removed
  }
}
