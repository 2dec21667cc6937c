import { fold } from '#contract/fold.ts';
import type { CalendarClass, NamedRecord } from './classes.ts';
import type { CalendarEvent, Person } from './calendar-event.ts';
import type { Known } from './known.ts';
import { bareRoom, labelledSubstitute, labelledTeacher, withoutBookings } from './labelled.ts';

const plain = (text: string): string => fold(text).replaceAll(/\s+/g, ' ').trim();

/** The ids by name, without names that two of them have: who is meant by those is a question. */
const byOwnName = (named: [name: string, id: number][]): Map<string, number> =>
  new Map(
    [...Map.groupBy(named, ([name]) => name)].flatMap(([name, found]): [string, number][] => {
      const [first, ...others] = new Set(found.map(([, id]) => id));
      return first !== undefined && others.length === 0 ? [[name, first]] : [];
    }),
  );

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether a text has these words, not as part of longer ones. */
const hasWords = (text: string, words: string): boolean => placeOf(text, words) >= 0;

/** Where words stand in a text; -1 without them. */
function placeOf(text: string, words: string): number {
  if (words === '') return -1;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + words.length])) return at;
  return -1;
}

/** Who is named in a text, in its order. */
const namedIn = (text: string, names: ReadonlyMap<string, number>): number[] => {
  const found = [...names].map(([name, id]) => ({ at: placeOf(text, name), id }));
  const ordered = found.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at);
  return [...new Set(ordered.map(({ id }) => id))];
};

/** A shorter sourcedId is part of any text. */
const minIdLength = 4;

/** Finds what the words of events mean here: by code, number, address or name. */
export class Matching {
  readonly #subjects: (Known['subjects'][number] & { words: string[] })[];
  readonly #waiting: { id: number; ids: string[]; code: string; title: string }[];
  readonly #rooms: Map<string, number>;
  readonly #people: People;
  readonly #archived: People;

  /** @param semester of the waiting classes. */
  constructor({ subjects, rooms, teachers, archivedTeachers, waiting }: Known, semester: number) {
    this.#waiting = waiting
      .filter((one) => one.semester === semester)
      .map(({ id, sourcedIds, code, title }) => ({
        id,
        ids: sourcedIds.map(plain).filter((text) => text.length >= minIdLength),
        code: plain(code ?? ''),
        title: plain(title),
      }));
    this.#subjects = subjects.map((one) => ({ ...one, words: [plain(one.code), plain(one.name)] }));
    this.#rooms = byOwnName(rooms.map(({ id, number }) => [plain(number), id]));
    this.#people = peopleOf(teachers);
    this.#archived = peopleOf(archivedTeachers);
  }

  /** By its code in the summary, then elsewhere; else by its name. The longest wins. */
  subject({ summary, about }: CalendarEvent): number | null {
    const [title, rest] = [plain(summary), plain(about)];
    const longest = (text: string, of: 0 | 1) =>
      this.#subjects
        .filter(({ words }) => hasWords(text, words[of] ?? ''))
        .toSorted((a, b) => (b.words[of]?.length ?? 0) - (a.words[of]?.length ?? 0))[0]?.id;
    return longest(title, 0) ?? longest(title, 1) ?? longest(rest, 0) ?? null;
  }

  /**
   * The class of another system that an event names: by its sourcedId, its code, or a title that no
   * other class has.
   */
  waiting({ summary, about }: CalendarEvent, uids: string[]): number | null {
    const [title, all] = [plain(summary), plain(`${summary} ${about} ${uids.join(' ')}`)];
    const only = (found: { id: number }[]) => (found.length === 1 ? (found[0]?.id ?? null) : null);
    return (
      only(this.#waiting.filter(({ ids }) => ids.some((id) => hasWords(all, id)))) ??
      only(this.#waiting.filter(({ code }) => hasWords(title, code))) ??
      only(this.#waiting.filter((one) => hasWords(title, one.title)))
    );
  }

  /**
   * The subject that a timetable program names: by code and name, then by one of them. The name goes
   * first, since programs cut short names off, so that two subjects have the same one.
   */
  subjectCalled({ short, name }: NamedRecord): number | null {
    const [first, second] = [plain(short), plain(name)];
    const only = (of: 0 | 1, text: string) => {
      const found = this.#subjects.filter(({ words }) => text !== '' && words[of] === text);
      return found.length === 1 ? (found[0]?.id ?? null) : null;
    };
    const both = this.#subjects.find(({ words }) => words[0] === first && words[1] === second);
    return both?.id ?? only(1, second) ?? only(0, first) ?? only(0, second) ?? only(1, first);
  }

  room(location: string): number | null {
    return this.#rooms.get(plain(location)) ?? this.#rooms.get(plain(bareRoom(location))) ?? null;
  }

  /** By an address or a full name. */
  person(person: Person): number | null {
    return idOfPerson(this.#people, person);
  }

  /**
   * Finds the teacher: the person whom the description calls so; else the first who is invited, or the organizer; else the
   * first full name in title or description. Lines about who made or booked the event do not count.
   */
  teacher(event: CalendarEvent): number | null {
    return this.#named(event, this.#people);
  }

  /** An archived teacher whom an event names. */
  archivedTeacher(event: CalendarEvent): number | null {
    return this.#named(event, this.#archived);
  }

  /** All teachers who are invited, or whose full names stand in the description. */
  teachers({ attendees, summary, about }: CalendarEvent): number[] {
    const text = plain(`${summary} ${withoutBookings(about)}`);
    const invited = attendees.flatMap((person) => this.person(person) ?? []);
    return [...new Set([...invited, ...namedIn(text, this.#people.names)])];
  }

  /** The words for a teacher who is not here, of an event in which `teacher` finds none: `Covered by: …`, `Teacher: …`. */
  unknownTeacher({ about }: CalendarEvent): string | null {
    const substitute = labelledSubstitute(about);
    return substitute?.isSure ? substitute.name : labelledTeacher(about);
  }

  #named({ attendees, organizer, about, summary }: CalendarEvent, people: People): number | null {
    const labelled = (label: string) => {
      const [address] = /[^\s<>,;]+@[^\s<>,;]+/.exec(label.toLowerCase()) ?? [];
      return people.emails.get(address ?? '') ?? namedIn(plain(label), people.names)[0] ?? null;
    };
    // Who stands in teaches on that date, and no one else who is named.
    const substitute = labelledSubstitute(about);
    const standsIn = substitute && labelled(substitute.name);
    if (standsIn !== null || substitute?.isSure) return standsIn;
    const teaches = labelled(labelledTeacher(about) ?? '');
    if (teaches !== null) return teaches;
    for (const person of organizer ? [...attendees, organizer] : attendees) {
      const found = idOfPerson(people, person);
      if (found !== null) return found;
    }
    const text = plain(`${summary} ${withoutBookings(about)}`);
    return namedIn(text, people.names)[0] ?? null;
  }
}

/** Teachers by address and by full name. */
interface People {
  emails: Map<string, number>;
  names: Map<string, number>;
}

const peopleOf = (teachers: Known['teachers']): People => ({
  emails: new Map(teachers.map(({ id, email }) => [email, id])),
  names: byOwnName(
    teachers.flatMap(({ id, first, last }): [string, number][] => [
      [plain(`${first} ${last}`), id],
      [plain(`${last} ${first}`), id],
      [plain(`${last}, ${first}`), id],
    ]),
  ),
});

const idOfPerson = ({ emails, names }: People, { email, name }: Person): number | null =>
  emails.get(email) ?? names.get(plain(name)) ?? names.get(email) ?? null;

/** Lecture unless the words of the event say otherwise. */
export function classTypeOf({ event: { summary, about } }: Pick<CalendarClass, 'event'>) {
  const text = plain(`${summary} ${about}`);
  const isTutorial = /\b(tutorial|tut|seminar|workshop|practical|lab|laboratory|exercise)s?\b/.test(
    text,
  );
  const isLecture = /\b(lecture|lec)s?\b/.test(text);
  return isTutorial && isLecture ? 'Lecture + Tutorial' : isTutorial ? 'Tutorial' : 'Lecture';
}
