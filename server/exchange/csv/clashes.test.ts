import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { institute } from '#server/test/institute.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import type { FileName } from './columns.ts';
import { checkRows } from './read.ts';
import { reportLines } from './report.ts';
import { runImport } from './run.ts';

type Row = Record<string, string>;
type Rows = Partial<Record<FileName, Row[]>>;

/**
 * `mon9` and `mon9b` need R1 at the same time; `mon9b` and `mon10` also have a teacher and S4 in
 * common.
 */
const { timetable = [], enrolments = [] } = institute;
const withoutS4Twice = enrolments.filter(
  ({ student_id, timetable: ref }) => !(student_id === 'S4' && ref === 'mon10'),
);
const noClash = timetable.filter(({ ref }) => ref !== 'mon9b');
const base: Rows = {
  ...institute,
  timetable: noClash,
  enrolments: withoutS4Twice.filter((row) => row.timetable !== 'mon9b'),
};
const mon9b = timetable.find(({ ref }) => ref === 'mon9b')!;

let database: Database;
beforeEach(async () => {
  database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
  return () => database.destroy();
});

interface How {
  mode?: 'ask' | 'refuse';
  dryRun?: boolean;
}
const today = '2026-03-02';
async function load(rows: Rows, { mode = 'ask', dryRun = false }: How = {}) {
  const files = Object.entries(rows).map(([name, all]) =>
    checkRows(
      name as FileName,
      all.map((values, at) => ({ line: at + 2, values })),
    ),
  );
  const by = { user: null, now: '2026-03-02T00:00:00Z' };
  const report = await runImport(database, files, {
    dryRun,
    today,
    now: by.now,
    judging: { mode, by },
  });
  return { ...report, lines: reportLines(report).filter((line) => /^\w+\.csv:/.test(line)) };
}
const confirmedPairs = async () => {
  const { rows } = await sql<{ pair: string }>`
    select c.ref || ' ' || o.ref || ' ' || f.kind as pair from confirmed_clash f
    join class_schedule c on c.id = f.class_schedule_id
    join class_schedule o on o.id = f.other_class_schedule_id order by 1`.execute(database);
  return rows.map(({ pair }) => pair);
};

describe('with `ask`, clashing rows are imported and reported (R-CLASH-6)', () => {
  it('each with the conflicting row, by kind', async () => {
    const { lines, written } = await load({ ...base, timetable });
    expect(written).toBe(true);
    expect(lines).toEqual([
      'timetable.csv:2 clash (classroom): Room R1 is needed by MAT2 on 2026-03-02, 09:00–10:30, and on 13 more dates (timetable.csv:4)',
      'timetable.csv:3 clash (classroom): Room R1 is needed by MAT2 on 2026-03-02, 09:00–10:30, and on 13 more dates (timetable.csv:4)',
      'timetable.csv:3 clash (teacher): Theo Tutor is needed by MAT2 on 2026-03-02, 09:00–10:30, and on 13 more dates (timetable.csv:4)',
      'timetable.csv:4 clash (classroom): Room R1 is needed by MAT1 on 2026-03-02, 09:00–10:00, and on 13 more dates (timetable.csv:2)',
      'timetable.csv:4 clash (classroom): Room R1 is needed by MAT2 on 2026-03-02, 10:00–11:00, and on 13 more dates (timetable.csv:3)',
      'timetable.csv:4 clash (teacher): Theo Tutor is needed by MAT2 on 2026-03-02, 10:00–11:00, and on 13 more dates (timetable.csv:3)',
    ]);
    expect(await confirmedPairs()).toEqual([]);
  });

  it('a dry run reports the same and writes nothing', async () => {
    const { lines, written } = await load({ ...base, timetable }, { dryRun: true });
    expect({ lines: lines.length, written }).toEqual({ lines: 6, written: false });
  });

  it('existing classes are listed by their own names', async () => {
    await load(base);
    const { lines } = await load({ timetable: [mon9b] });
    expect(lines.map((line) => /\(class \w+\)$/.exec(line)?.[0])).toEqual([
      '(class mon9)',
      '(class mon10)',
      '(class mon10)',
    ]);
  });

  it('a row that is imported again and confirmed is stored', async () => {
    await load({ ...base, timetable });
    const { lines } = await load({ timetable: [{ ...mon9b, confirm_clashes: 'Yes' }] });
    expect(lines.every((line) => line.includes('(confirmed)'))).toBe(true);
    expect(await confirmedPairs()).toEqual([
      'mon10 mon9b classroom',
      'mon10 mon9b teacher',
      'mon9 mon9b classroom',
    ]);
    expect((await load({ ...base, timetable }, { mode: 'refuse' })).bad).toEqual([]);
  });

  it('a room that becomes too small by enrolments is reported at the row that enrols', async () => {
    await load({ ...base, enrolments: [] });
    await sql`update classroom set capacity = 3`.execute(database);
    const { lines } = await load({ enrolments: base.enrolments! });
    expect(lines).toEqual([
      'enrolments.csv:2 clash (seats): Room R1 has 3 seats for 4 students on 2026-03-02, and on 13 more dates',
    ]);
  });

  it('a file without classes and enrolments is not judged', async () => {
    await load({ ...base, timetable });
    expect((await load({ teachers: institute.teachers! })).clashes).toEqual([]);
  });
});

describe('with `refuse`, a clashing row is refused unless its column confirms it (R-CLASH-6)', () => {
  it('writes nothing', async () => {
    const { bad, written, lines } = await load({ ...base, timetable }, { mode: 'refuse' });
    expect(written).toBe(false);
    expect(bad).toHaveLength(6);
    expect(lines).toContain(
      'timetable.csv:4 confirm_clashes: Theo Tutor is needed by MAT2 on 2026-03-02, 10:00–11:00, and on 13 more dates (timetable.csv:3): yes if it is meant so',
    );
    expect((await sql`select from class_schedule`.execute(database)).rows).toEqual([]);
  });

  it.each([
    ['the row', 'mon9b', []],
    ['only the one in its way', 'mon9', [3, 3, 4, 4]],
  ])('confirmed by %s', async (_, ref, refused) => {
    const rows = timetable.map((row) => ({
      ...row,
      confirm_clashes: row.ref === ref ? 'yes' : '',
    }));
    const { bad } = await load({ ...base, timetable: rows }, { mode: 'refuse' });
    expect(bad.map(({ line }) => line)).toEqual(refused);
  });

  it('an existing clash that is imported unchanged is reported, not refused', async () => {
    await load({ ...base, timetable });
    const { bad, clashes } = await load({ ...base, timetable }, { mode: 'refuse' });
    expect({ bad, clashes: clashes.length }).toEqual({ bad: [], clashes: 6 });
  });

  it('classes that meet longer because of the semester, at the row of the semester', async () => {
    await load({ ...base, timetable });
    const semesters = institute.semesters!.map((row) => ({
      ...row,
      class_end_date: '2026-06-30',
    }));
    const { bad } = await load({ semesters }, { mode: 'refuse' });
    expect(bad).toHaveLength(6);
    expect(bad[0]).toMatchObject({ file: 'semesters.csv', line: 2 });
    const meant = semesters.map((row) => ({ ...row, confirm_clashes: 'yes' }));
    expect(await load({ semesters: meant }, { mode: 'refuse' })).toMatchObject({
      bad: [],
      written: true,
    });
  });

  it('seats, confirmed by a row that enrols', async () => {
    await load({ ...base, enrolments: [] });
    await sql`update classroom set capacity = 3`.execute(database);
    const rows = base.enrolments!;
    const refused = await load({ enrolments: rows }, { mode: 'refuse' });
    expect(refused.bad).toMatchObject([{ line: 2, column: 'confirm_clashes' }]);
    const confirmed = rows.map((row, at) => ({ ...row, confirm_clashes: at === 1 ? 'yes' : '' }));
    expect((await load({ enrolments: confirmed }, { mode: 'refuse' })).written).toBe(true);
  });
});

describe('a student is not enrolled in two places at once (R-ENROL-2)', () => {
  it.each(['ask', 'refuse'] as const)('with `%s`, whatever the row confirms', async (mode) => {
    await load({ ...base, timetable, enrolments: withoutS4Twice });
    const twice = { student_id: 'S4', timetable: 'mon10', confirm_clashes: 'yes' };
    const { lines, written } = await load({ enrolments: [twice] }, { mode });
    expect(lines).toEqual([
      'enrolments.csv:2 timetable: S4 is in MAT2 at the same time (class mon9b)',
    ]);
    expect(written).toBe(false);
  });

  it('of two rows of one file the second is refused', async () => {
    const { bad } = await load({ ...base, timetable, enrolments });
    expect(bad).toEqual([
      {
        file: 'enrolments.csv',
        line: 7,
        column: 'timetable',
        reason: 'S4 is in MAT2 at the same time (enrolments.csv:6)',
      },
    ]);
  });

  it('a student who is already in both is left unchanged', async () => {
    await load({ ...base, timetable, enrolments: withoutS4Twice });
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select s.id, c.id, '2026-02-02' from student s, class_schedule c
      where s.student_id = 'S4' and c.ref = 'mon10'`.execute(database);
    expect(await load({ enrolments })).toMatchObject({ bad: [], written: true });
  });

  it.each([
    ['of theirs', 'S1', 'tue11'],
    ['that they join', 'S3', 'tue14'],
  ])(
    'a class %s that is at that time on one date keeps no student out',
    async (_, student, ref) => {
      await load({ ...base, timetable, enrolments: withoutS4Twice });
      await sql`
      update class_meeting set start_time = '11:00', end_time = '12:00', own_time = true
      where class_schedule_id = (select id from class_schedule where ref = 'tue14')
        and date = '2026-03-10'`.execute(database);
      const tue11 = {
        ...timetable.find(({ ref }) => ref === 'tue14')!,
        ref: 'tue11',
        start_time: '11:00',
        end_time: '12:00',
      };
      const theirs = { student_id: 'S3', timetable: 'tue11' };
      expect((await load({ timetable: [tue11], enrolments: [theirs] })).bad).toEqual([]);
      const rows = [{ student_id: student, timetable: ref }];
      expect((await load({ enrolments: rows })).bad).toEqual([]);
    },
  );
});

describe('classes that all need one room and one teacher at one time (R-CLASH-6)', () => {
  // Compared with each other they would be 2.5 million pairs of meetings.
  const many = Array.from({ length: 300 }, (_, at) => ({ ...mon9b, ref: `all${at}` }));
  const named = (lines: string[]) => lines.map((line) => line.replace(/on 2026-\S+/, 'on DATE'));

  it('are counted, and not compared', async () => {
    const { lines, written } = await load({ ...base, timetable: [...noClash, ...many] });
    expect(written).toBe(true);
    expect(named(lines)).toEqual([
      'timetable.csv:2 clash (classroom): Room R1 is needed by 302 classes on DATE which are too many to compare with each other',
      'timetable.csv:3 clash (teacher): Theo Tutor is needed by 301 classes on DATE which are too many to compare with each other',
    ]);
  });

  it('are refused where clashes are, unless every row is meant so', async () => {
    const refused = await load({ ...base, timetable: many, enrolments: [] }, { mode: 'refuse' });
    expect(refused).toMatchObject({ written: false, bad: [{ line: 2 }, { line: 2 }] });
    const meant = many.map((row) => ({ ...row, confirm_clashes: 'yes' }));
    const { bad, clashes } = await load(
      { ...base, timetable: meant, enrolments: [] },
      { mode: 'refuse' },
    );
    expect(bad).toEqual([]);
    expect(clashes.map(({ column, isConfirmed }) => [column, isConfirmed])).toEqual([
      ['classroom', true],
      ['teacher', true],
    ]);
  });
});

it.each(['maybe', '1', 'ja'])(
  'the column says yes, no or nothing: not %s',
  async (confirm_clashes) => {
    const { bad } = await load({
      ...base,
      timetable: [{ ...mon9b, confirm_clashes }],
      enrolments: [],
    });
    expect(bad).toMatchObject([{ column: 'confirm_clashes', reason: 'must be yes, no or empty' }]);
  },
);
