import { sql } from 'kysely';
import { keyForm } from '#contract/identifier.ts';
import { subjects as subjectFields } from '#contract/enrolment/subject.ts';
import type { ImportCounts } from '#contract/exchange/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { upsert } from '../csv/upsert.ts';
import type { CalendarClass, NamedRecord } from '../icalendar/classes.ts';
import { mostFrequent } from '../icalendar/classes.ts';
import {
  leaveOut,
  listed,
  makeRoom,
  roomNumberOf,
  type CalendarQuestions,
} from '../icalendar/questions.ts';
import type { Matching } from '../icalendar/matching.ts';

/** The values that all new subjects get. */
interface SubjectDefaults {
  course: number;
  specialization: number;
  year: number;
}

interface NewSubject extends SubjectDefaults {
  /** Negative: it has none yet. */
  id: number;
  code: string;
  name: string;
}

interface Option {
  id: number;
  name: string;
}

/** The courses and specializations from which those of new subjects are chosen. */
export interface SubjectPlaces {
  courses: Option[];
  specializations: Option[];
  /** The codes of all subjects, also of archived ones, as they are compared. */
  codes: ReadonlySet<string>;
}

export async function readSubjectPlaces(trx: Database): Promise<SubjectPlaces> {
  const courses = await trx
    .selectFrom('course')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute();
  const specializations = await trx
    .selectFrom('specialization')
    .select(['id', 'specialization as name'])
    .where('archived_at', 'is', null)
    .orderBy('specialization')
    .execute();
  const subjects = await trx.selectFrom('subject').select('subject_code').execute();
  return {
    courses,
    specializations,
    codes: new Set(subjects.map(({ subject_code }) => keyForm(subject_code))),
  };
}

const textOf = ({ short, name }: NamedRecord): string =>
  short === name ? name : `${short} ${name}`;

/** The subjects and rooms of a timetable program that are not here: made, chosen one by one, or left out. */
export class NewRecords {
  readonly #matching: Matching;
  readonly #questions: CalendarQuestions;
  readonly #made = new Map<string, NewSubject>();
  readonly #makes: { subjects: boolean | null; rooms: boolean | null };
  readonly #defaults: SubjectDefaults | null;
  readonly #codes: Set<string>;

  constructor(
    classes: CalendarClass[],
    options: { matching: Matching; questions: CalendarQuestions; places: SubjectPlaces },
  ) {
    const { matching, questions, places } = options;
    this.#matching = matching;
    this.#questions = questions;
    this.#codes = new Set(places.codes);
    const named = classes.flatMap(({ named: one }) => one ?? []);
    const subjects = distinct(named.map(({ subject }) => subject)).filter(
      (one) => matching.subjectCalled(one) === null && !questions.isChosen('subject', textOf(one)),
    );
    const rooms = distinct(named.flatMap((one) => one.rooms)).filter(
      (one) =>
        this.#knownRoom(one) === null &&
        roomNumberOf(one.short) !== null &&
        !questions.isChosen('room', one.short),
    );
    this.#makes = {
      subjects: this.#ask('subjects', subjects, 'subject', canMake(places)),
      rooms: this.#ask('rooms', rooms, 'room', true),
    };
    this.#defaults = this.#makes.subjects ? this.#chooseDefaults(places) : null;
  }

  /** The subjects that are made, with their negative ids. */
  get subjects(): NewSubject[] {
    return [...this.#made.values()];
  }

  /** The id of a subject, negative for one that is made; null while it is open. */
  subject(record: NamedRecord): number | typeof leaveOut | null {
    const known = this.#matching.subjectCalled(record);
    if (known !== null) return known;
    const isChosen = this.#questions.isChosen('subject', textOf(record));
    if (!isChosen && this.#makes.subjects === null) return null;
    if (!isChosen && this.#makes.subjects) return this.#newSubject(record);
    const answer = this.#questions.subjectCalled(textOf(record));
    return answer === null || answer === leaveOut ? answer : Number(answer);
  }

  /** A room, or `waiting` while it is open. */
  room(record: NamedRecord): number | { makes: string } | 'waiting' | 'left out' {
    const known = this.#knownRoom(record);
    if (known !== null) return known;
    const number = roomNumberOf(record.short);
    const isChosen = this.#questions.isChosen('room', record.short);
    if (!isChosen && this.#makes.rooms === null) return 'waiting';
    if (!isChosen && this.#makes.rooms && number !== null) return { makes: number };
    const answer = this.#questions.room(record.short, [record.short], null, false);
    if (answer === null) return 'waiting';
    if (answer === leaveOut) return 'left out';
    return answer === makeRoom ? { makes: number ?? record.short } : Number(answer);
  }

  #knownRoom({ short, name }: NamedRecord): number | null {
    return this.#matching.room(short) ?? this.#matching.room(name);
  }

  #ask(name: string, records: NamedRecord[], noun: string, mayMake: boolean): boolean | null {
    if (records.length === 0 || !mayMake) return false;
    const [first] = records;
    const all =
      records.length === 1 ? `${noun} ${first ? textOf(first) : ''}` : `${records.length} ${noun}s`;
    const answer = this.#questions.ask({
      name,
      label: records.length === 1 ? `A new ${noun}` : `New ${noun}s`,
      help: `Not here: ${listed(records.map(textOf))}.`,
      choices: [
        { value: 'add', label: `Add ${records.length === 1 ? 'the' : 'all'} ${all}` },
        { value: 'each', label: 'Ask about each of them' },
      ],
      found: null,
      isOfFile: true,
    });
    return answer === null ? null : answer === 'add';
  }

  #chooseDefaults({ courses, specializations }: SubjectPlaces): SubjectDefaults | null {
    const choose = (name: string, label: string, options: Option[]) =>
      this.#questions.ask({
        name,
        label,
        help: 'All new subjects of this file get it.',
        choices: options.map((one) => ({ value: String(one.id), label: one.name })),
        found: options.length === 1 ? String(options[0]?.id) : null,
      });
    const course = choose('course', 'Course of new subjects', courses);
    const specialization = choose(
      'specialization',
      'Specialization of new subjects',
      specializations,
    );
    const year = this.#questions.ask({
      name: 'year',
      label: 'Year of study of new subjects',
      help: 'The file does not say it.',
      choices: ['1', '2', '3'].map((value) => ({ value, label: value })),
      found: '1',
    });
    return course === null || specialization === null
      ? null
      : { course: Number(course), specialization: Number(specialization), year: Number(year) };
  }

  #newSubject(record: NamedRecord): number | null {
    if (!this.#defaults) return null;
    const key = keyOf(record);
    const before = this.#made.get(key);
    if (before) return before.id;
    const name = subjectFields.fields.subject_name.safeParse(record.name).data ?? record.short;
    const made = { ...this.#defaults, id: -1 - this.#made.size, code: this.#codeOf(record), name };
    this.#made.set(key, made);
    return made.id;
  }

  /** A code that no subject has: the short name, the long one, or the short one with a number. */
  #codeOf({ short, name }: NamedRecord): string {
    const field = subjectFields.fields.subject_code;
    const isFree = (text: string) => {
      const code = field.safeParse(text).data;
      return code !== undefined && !this.#codes.has(keyForm(code));
    };
    let [found, number] = [isFree(short) ? short : name, 2];
    while (!isFree(found)) found = `${short.slice(0, 40)} ${number++}`;
    const code = field.parse(found);
    this.#codes.add(keyForm(code));
    return code;
  }
}

const canMake = ({ courses, specializations }: SubjectPlaces): boolean =>
  courses.length > 0 && specializations.length > 0;

const keyOf = (record: NamedRecord): string => `${keyForm(record.short)}\n${keyForm(record.name)}`;

const distinct = (records: NamedRecord[]): NamedRecord[] => [
  ...new Map(records.map((one) => [keyOf(one), one])).values(),
];

/**
 * Writes new subjects; each is taught by the teacher of most of its classes.
 * @returns the ids by their negative ones.
 */
export async function writeSubjects(
  trx: Database,
  subjects: NewSubject[],
  classes: { subject_id: number; teacher_id: number }[],
): Promise<{ ids: Map<number, number>; counts: ImportCounts[] }> {
  const teachers = Map.groupBy(classes, ({ subject_id }) => subject_id);
  const rows = subjects.flatMap(({ id, code, name, course, specialization, year }) => {
    const teacher = mostFrequent((teachers.get(id) ?? []).map(({ teacher_id }) => teacher_id));
    return teacher === undefined
      ? []
      : [
          {
            id,
            subject_code: code,
            subject_name: name,
            year,
            course_id: course,
            specialization_id: specialization,
            subject_teacher_id: teacher,
          },
        ];
  });
  if (rows.length === 0) return { ids: new Map(), counts: [] };
  const counts = await upsert(trx, target, rows);
  const { rows: written } = await sql<{ id: number; code: string }>`
    select id, subject_code as code from subject
    where subject_code = any(${rows.map(({ subject_code }) => subject_code)}::text[])`.execute(trx);
  const byCode = new Map(written.map(({ id, code }) => [code, id]));
  return {
    ids: new Map(rows.map(({ id, subject_code }) => [id, byCode.get(subject_code) ?? id])),
    counts: [{ table: 'subject', ...counts, archived: 0, skipped: 0 }],
  };
}

const target = {
  table: 'subject' as const,
  key: ['subject_code'],
  types: {
    subject_code: 'text',
    subject_name: 'text',
    year: 'smallint',
    course_id: 'bigint',
    specialization_id: 'bigint',
    subject_teacher_id: 'bigint',
  },
};
