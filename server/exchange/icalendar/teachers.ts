import { mostFrequent, type CalendarClass } from './classes.ts';
import type { CalendarEvent, Notice, Person } from './calendar-event.ts';
import type { Known } from './known.ts';
import type { Matching } from './matching.ts';
import { leaveOut, type CalendarQuestions } from './questions.ts';

/** Who teaches a class. */
export interface Teachers {
  teacher_id: number;
  /** Who teaches instead, by date (R-IMPORT-9). */
  stand_ins: Map<string, number>;
}

interface Finding {
  matching: Matching;
  subjects: Known['subjects'];
  questions: CalendarQuestions;
  notice: Notice;
}

const textOf = ({ name, email }: Person): string => name || email;

/** Finds who teaches classes by the people that their events name. */
export class FindTeachers {
  readonly #options: Finding;
  readonly #ofSubject: Map<number, number>;
  readonly #found = new Map<CalendarEvent, number | null>();

  constructor(options: Finding) {
    this.#options = options;
    this.#ofSubject = new Map(options.subjects.map(({ id, teacher }) => [id, teacher]));
  }

  /**
   * The teacher of most of the dates, without changes of single ones: these have somebody who stands in.
   * @param usual whom another system names for the class.
   * @returns null while a question is open.
   */
  of(one: CalendarClass, subject: number, usual: number | null): Teachers | null {
    const all = [...one.occurrences.values()];
    const named = mostFrequent(all.map(({ event }) => this.#find(event))) ?? null;
    const teacher_id = named ?? usual ?? this.#answered(one.event, subject);
    const stand_ins = new Map<string, number>();
    let isOpen = teacher_id === null;
    for (const { date, event, change } of all) {
      const found = this.#find(change) ?? (change === event ? null : this.#further(change, event));
      if (found === 'waiting') isOpen = true;
      else if (found !== null && found !== named && found !== teacher_id)
        stand_ins.set(date, found);
    }
    return teacher_id === null || isOpen ? null : { teacher_id, stand_ins };
  }

  #find(event: CalendarEvent): number | null {
    const known = this.#found.get(event);
    if (known !== undefined) return known;
    const found = this.#options.matching.teacher(event);
    this.#found.set(event, found);
    return found;
  }

  /** By the answer about the first who is invited; else the teacher of the subject. */
  #answered(event: CalendarEvent, subject: number): number | null {
    const { questions, notice } = this.#options;
    const named = event.attendees.map(textOf).find(Boolean);
    const answer = named ? questions.teacher(named) : leaveOut;
    if (answer === null) return null;
    if (answer !== leaveOut) return Number(answer);
    notice(event.line, 'note', 'ATTENDEE', 'names no teacher: the teacher of the subject teaches');
    return this.#ofSubject.get(subject) ?? null;
  }

  /** Somebody who is invited to a single date and not to the others. */
  #further(change: CalendarEvent, event: CalendarEvent): number | 'waiting' | null {
    const usual = new Set(event.attendees.map(textOf));
    const named = change.attendees.map(textOf).find((text) => text !== '' && !usual.has(text));
    const answer = named ? this.#options.questions.teacher(named) : leaveOut;
    if (answer === null) return 'waiting';
    return answer === leaveOut ? null : Number(answer);
  }
}
