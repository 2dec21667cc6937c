import { sql } from 'kysely';
import { notes, type Note } from '../../../contract/note.ts';
import type { Api, Parts } from '../../parts.ts';
import { forbidden } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Body, Writing } from '../../platform/resource/writing.ts';
import { nameOfDay } from '../timetable/when.ts';

interface Row extends Pick<Note, 'id' | 'teacher_id' | 'class_schedule_id' | 'created_by' | 'author' | 'note' | 'date' | 'created_at'> {
  first_name: string;
  last_name: string;
  subject_name: string;
  subject_code: string;
  class_type: string;
  day_of_week: number;
  start_time: string;
  end_time: string;
}

interface Asked extends ListAsked {
  id?: number[];
  date?: string[];
  from_date?: string;
  to_date?: string;
  class_schedule?: number[];
  teacher?: number[];
  subject?: number[];
}

const listing: Listing<Asked> = {
  table: 'attendance_note',
  joins: () => sql`
    join class_schedule c on c.id = x.class_schedule_id
    join subject s on s.id = c.subject_id
    join app_user u on u.id = x.created_by
    left join teacher t on t.id = x.teacher_id`,
  columns: () => sql`
    x.id, x.teacher_id, x.class_schedule_id, x.created_by, u.name as author, x.note, x.date, x.created_at, t.first_name, t.last_name,
    s.subject_name, s.subject_code, c.class_type, c.day_of_week, c.start_time, c.end_time`,
  search: (word) => sql`${searchable('x.note', 'u.name', 't.first_name', 't.last_name', 's.subject_name', 's.subject_code')} like ${word}`,
  filters: ({ id, date, from_date, to_date, class_schedule, teacher, subject }) => [
    among('x.id', id),
    date && sql`x.date = any(${date}::date[])`,
    from_date && sql`x.date >= ${from_date}::date`,
    to_date && sql`x.date <= ${to_date}::date`,
    among('x.class_schedule_id', class_schedule),
    among('x.teacher_id', teacher),
    among('c.subject_id', subject),
  ],
  orders: { date: [sql`x.date`], created_at: [sql`x.created_at`] },
};

const present = ({ first_name, last_name, subject_name, subject_code, class_type, day_of_week, start_time, end_time, ...row }: Row): Note => ({
  ...row,
  teacher: row.teacher_id === null ? null : { id: row.teacher_id, first_name, last_name },
  class_schedule: {
    id: row.class_schedule_id,
    subject: { subject_name, subject_code },
    class_type,
    day_of_week: nameOfDay(day_of_week),
    start_time,
    end_time,
  },
});

/** Of several roles the first decides: only a leading teacher is held to their own notes. */
const isTeacher = (who: Who) => who.roles[0] === 'teacher';

/** A note may have no teacher, and a caller be none: teachers are compared only where the caller is one. */
const isOwn = (row: Body, who: Who) => row.created_by === who.id || (who.teacherId !== null && row.teacher_id === who.teacherId);

const writing = (now: () => string): Writing => ({
  table: 'attendance_note',
  columns(body, { who, current }) {
    if (current) return body;
    return { ...body, teacher_id: body.teacher_id ?? who.teacherId, created_by: who.id, created_at: now() };
  },
  references: { class_schedule_id: 'class_schedule', teacher_id: 'teacher' },
  mayChange(row, who) {
    if (isTeacher(who) && !isOwn(row, who)) throw forbidden('Only who wrote a note may change it.');
  },
  usedBy: [],
});

/** What is remembered about classes on their dates. */
export function noteRoutes(api: Api, { database, clock }: Parts): Mounted {
  return mountSection(
    api,
    notes,
    readingOf(database, listing, clock.today, present),
    writing(() => clock.now().toString()),
    {
      database,
      today: clock.today,
      refuse({ teacher_id }, who) {
        if (isTeacher(who) && teacher_id != null && teacher_id !== who.teacherId) throw forbidden('A teacher writes notes in their own name.');
      },
    },
  );
}
