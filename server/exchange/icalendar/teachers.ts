import { mostFrequent, type CalendarClass } from './classes.ts';
import type { CalendarEvent, Notice, Person } from './calendar-event.ts';
import type { Known } from './known.ts';
import type { Matching } from './matching.ts';
import { eachTeacher, leaveOut, type CalendarQuestions } from './questions.ts';

/** Who teaches a class. */
export interface Teachers {
  teacher_id: number;
  /** The file names this teacher; another one comes from the subject, an answer or another system. */
  isNamed: boolean;
  /** Who teaches it as well, in order; of a class that is made. */
  co_teachers: number[];
  /** Who teaches instead, by date (R-IMPORT-9). */
  stand_ins: Map<string, number>;
}

interface Finding {
  classes: CalendarClass[];
  matching: Matching;
  subjects: Known['subjects'];
  /** All teachers, archived ones included. */
  people: Known['teachers'];
  questions: CalendarQuestions;
  notice: Notice;
}

const textOf = ({ name, email }: Person): string => name || email;

/** So many people of a timetable program who are not here are a question each, and more are one. */
const fewTeachers = 5;

/** Finds who teaches classes by the people that their events name. */
export class FindTeachers {
  readonly #options: Finding;
  readonly #ofSubject: Map<number, number>;
  readonly #found = new Map<CalendarEvent, number | null>();
  /** The answer for all people of a timetable program who are not here; null while it is open. */
  readonly #notHere: string | null;

  constructor(options: Finding) {
    const { classes, matching, questions } = options;
    this.#options = options;
    this.#ofSubject = new Map(options.subjects.map(({ id, teacher }) => [id, teacher]));
    const people = classes.flatMap(({ named }) => named?.teachers ?? []);
    const notHere = people.filter((person) => matching.person(person) === null).map(textOf);
    const open = [...new Set(notHere)].filter((text) => !questions.isChosen('teacher', text));
    this.#notHere = open.length > fewTeachers ? questions.teachers(open) : eachTeacher;
  }

  /**
   * The teacher of most of the dates, without changes of single ones: these have somebody who stands in.
   * @param usual whom another system names for the class.
   * @returns null while a question is open; `none` where a new subject has no teacher either.
   */
  of(one: CalendarClass, subject: number, usual: number | null): Teachers | 'none' | null {
    if (one.named) return this.#named(one.named.teachers, one.event, subject);
    const { matching } = this.#options;
    const all = [...one.occurrences.values()];
    const most = mostFrequent(all.map(({ event }) => this.#namedBy(event))) ?? null;
    const named = typeof most === 'number' ? most : null;
    const unknown = typeof most === 'string' ? most : null;
    const teacher_id = named ?? usual ?? this.#answered(one.event, subject, unknown);
    const stand_ins = new Map<string, number>();
    let isOpen = teacher_id === null;
    for (const { date, event, change } of all) {
      const other = this.#find(change) === null ? matching.unknownTeacher(change) : null;
      const found =
        this.#find(change) ??
        (other !== null && other !== unknown ? this.#answerAbout(other) : null) ??
        (change === event ? null : this.#further(change, event));
      if (found === 'waiting') isOpen = true;
      else if (found !== null && found !== named && found !== teacher_id)
        stand_ins.set(date, found);
    }
    if (named !== null) this.#noteOthers(one.event, named);
    return teacher_id === null || isOpen
      ? null
      : { teacher_id, isNamed: named !== null, co_teachers: [], stand_ins };
  }

  /** All of those whom a timetable program names; without any, the teacher of the subject. */
  #named(people: Person[], event: CalendarEvent, subject: number): Teachers | 'none' | null {
    const { matching, notice } = this.#options;
    const found = people.map(
      (person) => matching.person(person) ?? this.#answerFor(textOf(person)),
    );
    if (found.includes(null)) return null;
    const ids = [...new Set(found.filter((one) => one !== leaveOut).map(Number))];
    const first = ids[0] ?? this.#ofSubject.get(subject) ?? null;
    if (first === null) return 'none';
    if (ids.length === 0)
      notice(
        event.line,
        'note',
        'ATTENDEE',
        'names no teacher: the teacher of the subject teaches',
      );
    return {
      teacher_id: first,
      isNamed: ids.length > 0,
      co_teachers: ids.slice(1),
      stand_ins: new Map(),
    };
  }

  /** The answer for one person, else the one for all. */
  #answerFor(text: string): string | null {
    const { questions } = this.#options;
    const isOwn = this.#notHere === eachTeacher || questions.isChosen('teacher', text);
    return isOwn ? questions.teacher(text) : this.#notHere;
  }

  #find(event: CalendarEvent): number | null {
    const known = this.#found.get(event);
    if (known !== undefined) return known;
    const found = this.#options.matching.teacher(event);
    this.#found.set(event, found);
    return found;
  }

  /** The teacher whom an event names; the words for one who is not here: named as the teacher, or the first who is invited. */
  #namedBy(event: CalendarEvent): number | string | null {
    const { matching } = this.#options;
    const invited = () => event.attendees.map(textOf).find(Boolean) ?? null;
    return this.#find(event) ?? matching.unknownTeacher(event) ?? invited();
  }

  /** By the answer about whom most dates name; else the teacher of the subject. */
  #answered(event: CalendarEvent, subject: number, named: string | null): number | null {
    const { questions, notice } = this.#options;
    const answer = named ? questions.teacher(named) : leaveOut;
    if (answer === null) return null;
    if (answer !== leaveOut) return Number(answer);
    const archived = this.#options.matching.archivedTeacher(event);
    const names =
      archived === null
        ? 'names no teacher'
        : `names ${this.#nameOf(archived)}, who is archived here`;
    notice(event.line, 'note', 'ATTENDEE', `${names}: the teacher of the subject teaches`);
    return this.#ofSubject.get(subject) ?? null;
  }

  /** A calendar gives a class one teacher: the others whom it names are not written. */
  #noteOthers(event: CalendarEvent, teacher: number): void {
    const { matching, notice } = this.#options;
    const others = matching.teachers(event).filter((id) => id !== teacher);
    if (others.length === 0) return;
    const names = others.map((id) => this.#nameOf(id)).join(', ');
    notice(
      event.line,
      'note',
      'ATTENDEE',
      `names ${names} as well: further teachers are added here`,
    );
  }

  #nameOf(id: number): string {
    return this.#options.people.find((one) => one.id === id)?.name ?? '';
  }

  /** Somebody who is invited to a single date and not to the others. */
  #further(change: CalendarEvent, event: CalendarEvent): number | 'waiting' | null {
    const usual = new Set(event.attendees.map(textOf));
    const named = change.attendees.map(textOf).find((text) => text !== '' && !usual.has(text));
    return named ? this.#answerAbout(named) : null;
  }

  /** Who teaches on a date by the answer about a name; null for the teacher of the class. */
  #answerAbout(named: string): number | 'waiting' | null {
    const answer = this.#options.questions.teacher(named);
    if (answer === null) return 'waiting';
    return answer === leaveOut ? null : Number(answer);
  }
}
