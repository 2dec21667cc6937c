import { distinctLabels } from '#contract/distinct-labels.ts';
import { keyForm } from '#contract/identifier.ts';
import { importAnswerMakeRoom, type ImportQuestion } from '#contract/exchange/import-run.ts';
import { limits } from '#contract/limits.ts';
import { spanText } from '../oneroster/dates.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { namedWhen, type CalendarClass } from './classes.ts';
import { columns } from '../csv/columns.ts';
import { firstOf, Questions } from '../runs/questions.ts';
import type { Known } from './known.ts';
import { plainText } from './plain.ts';
import {
  isUnclaimed,
  newSource,
  sameName,
  type CalendarSource,
  type KnownSource,
} from './source.ts';

/** Answers besides ids. */
export const leaveOut = '-';
export const makeRoom = importAnswerMakeRoom;
export const allRooms = 'all';
export const eachTeacher = 'each';

/** Names of records that a question lists. */
const maxListed = 5;
export const listed = (names: string[]): string =>
  `${names.slice(0, maxListed).join('; ')}${names.length > maxListed ? `; and ${names.length - maxListed} more` : ''}`;

type Choice = ImportQuestion['choices'][number];
const maxNameLength = 200;
/** Of the questions of one answer, in bytes of JSON: a page reads and shows them. */
const maxBytes = 400_000;

const idOf = (answer: string | undefined, among: { id: number }[]): number | null => {
  const id = Number(answer);
  return answer && among.some((one) => one.id === id) ? id : null;
};

/** The questions of one check of a calendar. */
export class CalendarQuestions extends Questions {
  readonly #known: Known;
  protected override readonly namesChoices = false;

  constructor(answers: Readonly<Record<string, string>>, known: Known) {
    super(answers);
    this.#known = known;
  }

  /** @returns null also for an answer that is no choice. */
  override ask(question: Parameters<Questions['ask']>[0]): string | null {
    const answer = super.ask(question);
    return this.wrong.has(question.name) ? null : answer;
  }

  /**
   * Which calendar a file is (R-IMPORT-6): the one with its name, else one that has to be named once
   * others were imported. Null while that is open.
   */
  calendar(name: string, sources: KnownSource[]): CalendarSource | null {
    const fresh = newSource(name, sources);
    if (sources.length === 0) return fresh;
    const found = sameName(name, sources);
    const answer = this.ask({
      name: 'calendar',
      label: 'Which calendar is this?',
      help: 'Its events are recognised by their UIDs among those of the same calendar alone.',
      choices: [
        ...sources.map((source) =>
          choice(
            source.id ?? 0,
            isUnclaimed(source)
              ? `The one that was imported before, from now on “${fresh.name}”`
              : `“${source.name}”, which was imported before`,
          ),
        ),
        { value: 'new', label: `Another one, from now on “${fresh.name}”` },
      ],
      found: found === undefined ? null : String(found.id),
      isOfFile: true,
    });
    if (answer === 'new') return fresh;
    return sources.find(({ id }) => String(id) === answer) ?? null;
  }

  /** Whether a class whose UID stood for another subject is another class, or has changed its subject. */
  otherSubject(given: CalendarClass, known: { subject: string; students: number }): string | null {
    const { summary } = given.event;
    const enrolled = known.students === 1 ? 'one student has' : `${known.students} students have`;
    return this.ask({
      name: nameOf('uid', `${summary} ${known.subject}`),
      label: `Is “${summary}” the class that was ${known.subject}?`,
      help: `${namedWhen(given)} has a UID that stood for ${known.subject}. If it changed its subject, it is the same class, with its rolls, which ${enrolled} joined.`,
      choices: [
        { value: 'other', label: `No, it is another class: ${known.subject} stays as it is` },
        { value: 'changed', label: 'Yes, the class changed its subject' },
      ],
      found: null,
      isOfFile: true,
    });
  }

  /**
   * Whether classes that are here get other weeks, or their dates are cancelled and added one by one.
   * @param texts the classes with the weeks that they would have.
   */
  weeks(texts: string[]): string | null {
    return this.ask({
      name: 'weeks',
      label: 'Classes that are in other weeks now',
      help: `${firstOf(texts)} The dates of the past stay as they are.`,
      choices: [
        { value: 'weeks', label: 'They get these weeks' },
        { value: 'dates', label: 'Their weeks stay: dates are cancelled and added one by one' },
      ],
      found: 'weeks',
    });
  }

  /**
   * Whether classes that somebody has given other weeks since the last file stay as they are.
   * @param texts the classes with both.
   * @param isSame the file says the same as before.
   */
  changedWeeks(texts: string[], isSame: boolean): string | null {
    return this.ask({
      name: 'changed:weeks',
      label: 'Weeks that were changed outside of this calendar',
      help: `${firstOf(texts)} The dates of the past stay as they are.`,
      choices: [
        { value: 'keep', label: 'They stay as they are here, with their dates' },
        { value: 'take', label: 'They become what the calendar says' },
      ],
      found: isSame ? 'keep' : null,
      isOfFile: true,
    });
  }

  semester(found: number | null): number | null {
    const { semesters } = this.#known;
    const answer = this.ask({
      name: 'semester',
      label: 'Semester',
      help: 'The classes are made in this semester; other dates of the file are left out.',
      choices: semesters.map(({ id, label, class_from, to }) => ({
        value: String(id),
        label: `${label}: ${spanText(class_from, to)}`,
      })),
      found: found === null ? null : String(found),
      isOfFile: true,
    });
    return idOf(answer ?? undefined, semesters);
  }

  subject({ summary }: CalendarEvent): string | null {
    return this.#subject(summary, {
      label: `Subject of “${summary}”`,
      help: 'No subject has its code or name in this text.',
      leave: 'Leave these events out',
    });
  }

  /** Whether the last file was answered what a subject, a room or a teacher is. */
  isChosen(kind: 'subject' | 'room' | 'teacher', text: string): boolean {
    return this.isRemembered(nameOf(kind, text));
  }

  /** @param text the subject as a timetable program names it. */
  subjectCalled(text: string): string | null {
    return this.#subject(text, {
      label: `Subject “${text}”`,
      help: 'No subject has this code or name.',
      leave: 'Leave its lessons out',
    });
  }

  #subject(text: string, words: { label: string; help: string; leave: string }): string | null {
    return this.ask({
      name: nameOf('subject', text),
      label: words.label,
      help: words.help,
      choices: [
        { value: leaveOut, label: words.leave },
        ...this.#known.subjects.map(({ id, code, name }) => choice(id, `${code} ${name}`)),
      ],
      found: null,
    });
  }

  /**
   * @param named the rooms in the location; of several the first is made.
   * @param found the id of one of them that is here, which is proposed.
   * @param areKnown all of them are here: a new class may have them together.
   */
  room(
    location: string,
    named: readonly string[],
    found: number | null,
    areKnown: boolean,
  ): string | null {
    const number = roomNumberOf(named[0] ?? location);
    const isArchived =
      number !== null &&
      this.#known.archivedRooms.some((archived) => keyForm(archived) === keyForm(number));
    const newRoom = isArchived ? null : number;
    const missing = isArchived
      ? 'The room with this number is archived: restore it, or choose another one.'
      : 'No room has this number.';
    const several = `It names several rooms: ${named.join('; ')}.`;
    const help = named.length > 1 ? several : missing;
    return this.ask({
      name: nameOf('room', location),
      label: location ? `Room “${location}”` : 'Room of classes without a location',
      help: location ? help : 'A class has a room.',
      choices: [
        { value: leaveOut, label: 'Leave these events out' },
        ...(newRoom === null || found !== null
          ? []
          : [{ value: makeRoom, label: `Make the room ${newRoom}` }]),
        ...(areKnown
          ? [{ value: allRooms, label: `New classes have all of them: ${named.join(', ')}` }]
          : []),
        ...this.#known.rooms.map(({ id, number }) => choice(id, number)),
      ],
      found: found === null ? null : String(found),
    });
  }

  teacher(text: string): string | null {
    return this.ask({
      name: nameOf('teacher', text),
      label: `Teacher “${text}”`,
      help: 'No teacher has this address or name.',
      choices: this.#teacherChoices(),
      found: null,
    });
  }

  /** @param texts many people whom a timetable program names and who are not here. */
  teachers(texts: string[]): string | null {
    return this.ask({
      name: 'teachers',
      label: `${texts.length} teachers who are not here`,
      help: `${listed(texts)}. Teachers who are added first are found by their names, when the file is checked again.`,
      choices: [
        { value: eachTeacher, label: 'Ask about each of them' },
        ...this.#teacherChoices().map(({ value, label }) => ({ value, label: `All: ${label}` })),
      ],
      found: null,
      isOfFile: true,
    });
  }

  #teacherChoices(): Choice[] {
    return [
      { value: leaveOut, label: 'No teacher: take the teacher of the subject' },
      ...distinctLabels(
        this.#known.teachers.map(({ id, name, email }) => ({ ...choice(id, name), apart: email })),
      ).map(({ value, label }) => ({ value, label })),
    ];
  }

  /** Those without an answer first; so many at a time. */
  list(): { questions: ImportQuestion[]; more: number } {
    const isFirst = ({ name }: ImportQuestion) => name === 'semester' || name === 'calendar';
    const all = this.put.toSorted(
      (a, b) =>
        Number(isFirst(b)) - Number(isFirst(a)) ||
        Number(a.answer !== null) - Number(b.answer !== null),
    );
    const questions: ImportQuestion[] = [];
    let bytes = 0;
    for (const one of all.slice(0, limits.importQuestions)) {
      bytes += Buffer.byteLength(JSON.stringify(one));
      // Calendar and semester, and always one more.
      if (bytes > maxBytes && questions.length > 2) break;
      questions.push(one);
    }
    const isOpen = ({ answer }: ImportQuestion) => answer === null;
    return {
      questions,
      more: all.filter(isOpen).length - questions.filter(isOpen).length,
    };
  }
}

const choice = (id: number, label: string): Choice => ({ value: String(id), label });
const nameOf = (kind: string, text: string): string =>
  `${kind}:${plainText(text.normalize('NFKC').toLowerCase(), maxNameLength)}`;

/** The number of a room that is made of a location, by the rules of the form; null where it is none. */
export const roomNumberOf = (location: string): string | null =>
  columns.classrooms.shape.room_number.safeParse(location).data ?? null;
