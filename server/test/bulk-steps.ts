import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { keysOf } from '#contract/keys-of.ts';
import { checkRows } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { uploadStudents } from './student-upload.ts';
import type { TestSchool } from './test-school.ts';

const codes = ['S1', 'S2', 'S3', 'S4', 'S5', 'N1', 'N2', 'N3'];
const refs = ['mon9', 'mon10', 'tue14', 'sat9', 'new1', 'new2'];
const code = fc.constantFrom(...codes);
const ref = fc.constantFrom(...refs);
const someOf = (values: string[]) => fc.subarray(values, { minLength: 1 });

/** What is archived and restored, by the name of its call. */
const tableOf = {
  students: 'student',
  classschedule: 'class_schedule',
  classroom: 'classroom',
  teachers: 'teacher',
  semesters: 'semester',
  cohort: 'cohort',
} as const;

/** What a user does; the last two take back, or bring again, an earlier operation. */
type Step =
  | { what: 'upload'; rows: { code: string; name: string; phone: string; card: string }[] }
  | {
      what: 'import';
      rooms: string[];
      classes: { ref: string; time: number; room: string }[];
      enrolments: { code: string; ref: string }[];
    }
  | {
      what: 'archive';
      of: keyof typeof tableOf;
      at: number;
      archive: 'ids' | 'restore';
    }
  | { what: 'semester'; archive: 'all' | 'restore' }
  | { what: 'cards'; codes: string[]; status: string }
  | { what: 'enrol'; codes: string[]; ref: string }
  | { what: 'cohort'; codes: string[]; cohort: number }
  | { what: 'transfer'; codes: string[]; from: number }
  | { what: 'undo'; at: number };

export const bulkStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('upload' as const),
      rows: fc.uniqueArray(
        fc.record({
          code,
          name: fc.constantFrom('Kim', 'Lou', 'Max'),
          phone: fc.constantFrom('+61 1', '+61 2', '+61 3'),
          card: fc.constantFrom('', '91', '92', '93', '94'),
        }),
        { minLength: 1, selector: (row) => row.code },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('import' as const),
      rooms: fc.subarray(['R1', 'R8', 'R9']),
      classes: fc.uniqueArray(
        fc.record({
          ref: fc.constantFrom('new1', 'new2', 'sat9'),
          time: fc.integer({ min: 7, max: 18 }),
          room: fc.constantFrom('R1', 'R8', 'R9'),
        }),
        { selector: (row) => row.ref },
      ),
      enrolments: fc.array(fc.record({ code, ref }), { maxLength: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('archive' as const),
      of: fc.constantFrom(...keysOf<keyof typeof tableOf>(tableOf)),
      at: fc.nat(9),
      archive: fc.constantFrom('ids' as const, 'ids' as const, 'restore' as const),
    }),
  },
  fc.record({
    what: fc.constant('semester' as const),
    archive: fc.constantFrom('all' as const, 'restore' as const),
  }),
  fc.record({
    what: fc.constant('cards' as const),
    codes: someOf(codes),
    status: fc.constantFrom('collected', 'awaiting_collection'),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('enrol' as const), codes: someOf(codes), ref }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('cohort' as const),
      codes: someOf(codes),
      cohort: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('transfer' as const),
      codes: someOf(codes),
      from: fc.nat(1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('undo' as const), at: fc.nat(20) }) },
);

/** What users do many at once, for properties of undoing. @param undo takes an operation back, if it can. */
export async function bulkSteps(school: TestSchool, undo: (id: number) => Promise<unknown>) {
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    school.call('account', method, `attendance/${path}`, body);
  const cohorts = [
    await cohortOf('Red', ['mon9', 'sat9']),
    await cohortOf('Blue', ['tue14', 'sat9']),
  ];

  // They hold from a later date and for a while, and come back with every restore (R-CLASS-1).
  for (const [ref, change] of [
    ['mon9', { effective_from: '2026-04-13', start_time: '08:00', end_time: '09:00' }],
    ['tue14', { effective_from: '2026-05-05', day_of_week: 'Thursday' }],
  ] as const) {
    const path = `classschedule/${await school.classId(ref)}/`;
    const { status, body } = await call('PATCH', path, change);
    expect(status, JSON.stringify(body)).toBe(200);
  }

  async function cohortOf(name: string, of: string[]): Promise<number> {
    const schedules_id = await Promise.all(of.map((one) => school.classId(one)));
    return (await call('POST', 'cohort/create/', { name, year: 2026, schedules_id })).body.id;
  }

  async function idsOf(table: string): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} order by id`.execute(school.database);
    return rows.map(({ id }) => id);
  }

  const present = async (wanted: string[]): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
    select id from student where student_id = any(${wanted}::text[]) and archived_at is null
    order by id`.execute(school.database);
    return rows.map(({ id }) => id);
  };

  /** Takes a step; what the school refuses changes nothing. */
  async function take(given: Step): Promise<void> {
    if (given.what === 'upload') {
      const lines = given.rows.map(
        (row) => `${row.code},${row.name},Test,${row.phone},2004-01-01,${row.card}`,
      );
      const head = 'student_id,first_name,last_name,phone_number,date_of_birth,rfid_number';
      const { status } = await uploadStudents(school, [head, ...lines].join('\n'), '?mode=valid');
      expect(status).toBe(200);
    } else if (given.what === 'import') {
      const numbered = (rows: Record<string, string>[]) =>
        rows.map((values, at) => ({ line: at + 2, values }));
      const files = [
        checkRows(
          'classrooms',
          numbered(given.rooms.map((room_number) => ({ room_number, capacity: '40' }))),
        ),
        checkRows(
          'timetable',
          numbered(
            given.classes.map((row) => ({
              ref: row.ref,
              subject_code: 'MAT2',
              class_type: 'Lecture',
              day_of_week: 'Friday',
              start_time: `${String(row.time).padStart(2, '0')}:00`,
              end_time: `${String(row.time).padStart(2, '0')}:50`,
              teacher: 'theo@school.example',
              classroom: row.room,
              semester: '2026/1/2026',
            })),
          ),
        ),
        checkRows(
          'enrolments',
          numbered(given.enrolments.map((row) => ({ student_id: row.code, timetable: row.ref }))),
        ),
      ];
      await runImport(school.database, files, {
        dryRun: false,
        today: '2026-03-02',
        now: '2026-03-01T22:15:00Z',
        importValid: true,
        skipRemoved: true,
        operation: { kind: 'import', about: 'files', rights: [['Students', 'edit']] },
      });
    } else if (given.what === 'archive') {
      const ids = await idsOf(tableOf[given.of]);
      const id = ids[given.at % ids.length];
      const { status } = await call('POST', `${given.of}/create/`, {
        archive: given.archive,
        ids: [id],
      });
      expect([200, 409]).toContain(status);
    } else if (given.what === 'semester') {
      const [id] = await idsOf('semester');
      await call('POST', `semesters/${id}/whole/`, { archive: given.archive });
    } else if (given.what === 'cards') {
      const ids = await present(given.codes);
      if (ids.length)
        await call('POST', 'students/card-status/', { ids, card_print_status: given.status });
    } else if (given.what === 'enrol') {
      const found = await school.database
        .selectFrom('class_schedule')
        .select('id')
        .where('ref', '=', given.ref)
        .executeTakeFirst();
      if (found)
        await call('POST', 'studentassignment/create/', {
          class_schedule_id: found.id,
          student_id: await present(given.codes),
          confirm_capacity: true,
        });
    } else if (given.what === 'cohort') {
      await call('POST', 'studentcohortassignment/create/', {
        student: await present(given.codes),
        cohort: cohorts[given.cohort],
      });
    } else if (given.what === 'transfer') {
      const student = await present(given.codes);
      await call('POST', 'studentcohortassignment/create/', {
        student,
        cohort: cohorts[given.from],
      });
      await call('POST', 'cohort-transfers/create/', {
        student,
        from_cohort: cohorts[given.from],
        to_cohort: cohorts[1 - given.from],
      });
    } else {
      const ids = await idsOf('bulk_operation');
      const id = ids[given.at % Math.max(1, ids.length)];
      if (id !== undefined) await undo(id);
    }
  }

  return { take };
}
