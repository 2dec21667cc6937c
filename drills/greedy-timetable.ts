import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { today } from '../bench/seed.ts';
import type { GreedyContext } from './greedy-cases.ts';
import { query } from './sandbox.ts';

const everyDate = 'from_date=2026-07-01&to_date=2026-12-31';

/** Each path four times at once, of three users: a user has three calls at work. */
const fromThreeUsers = ({ call }: GreedyContext, paths: string[]) =>
  Promise.all(
    [0, 1, 2].flatMap((user) =>
      [0, 1, 2, 3].map((at) =>
        call('GET', `attendance/${paths[(user + at) % paths.length]}`, undefined, user),
      ),
    ),
  );

/** @returns ids of cohorts with 3,000 students each. */
async function seedCohorts({ connection }: GreedyContext): Promise<string> {
  const rows = await query<{ id: number }>(
    connection,
    `with made as (
       insert into cohort (name, year) select 'Many ' || n, 2026 from generate_series(1, 3) n
       returning id
     ), joined as (
       insert into cohort_assignment (student_id, cohort_id, assigned_from)
       select s.id, made.id, '2026-07-01' from made, student s
       where s.id % 3 = made.id % 3 and s.id <= 9000
     )
     select id::int from made`,
  );
  return rows.map(({ id }) => id).join();
}

/** 2,000 classes in the rooms, and of the teachers, of those that are there; dry, as an operator tries it. */
async function importClashing({ server }: GreedyContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-greedy-'));
  const rows = Array.from({ length: 2000 }, (_, at) =>
    [
      `greedy${at}`,
      `SUB${1 + (at % 1000)}`,
      'Lecture',
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'][at % 5],
      `${String(7 + (at % 12)).padStart(2, '0')}:00`,
      `${String(8 + (at % 12)).padStart(2, '0')}:00`,
      `t${1 + (at % 500)}@bench.example`,
      `R${1 + (at % 200)}`,
      '2026/1/2026',
    ].join(','),
  );
  const header =
    'ref,subject_code,class_type,day_of_week,start_time,end_time,teacher,classroom,semester';
  writeFileSync(join(folder, 'timetable.csv'), [header, ...rows].join('\n'));
  const child = spawn(process.execPath, ['server/cli.ts', 'import', folder, '--dry-run'], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, CLASHES: 'refuse' },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
}

/** The most that calls about the whole timetable may ask, and lists of several users at once. */
export const timetableCases: Record<string, (at: GreedyContext) => Promise<unknown>> = {
  'three users with four long pages each': (at) =>
    fromThreeUsers(at, [
      'students/?page=2400&ordering=-first_name',
      'students/?search=first1 last',
      'attendance/?limit=400&page=200',
      'classschedule/?limit=999',
    ]),
  'three users with four lists of 999 each': (at) =>
    fromThreeUsers(at, [
      'students/?limit=999',
      'attendance/?limit=999',
      'classschedule/?limit=999',
      'studentassignment/?limit=999',
    ]),
  'timetable health of every date, three users': (at) =>
    fromThreeUsers(at, [
      `timetable-health/clashes/?${everyDate}&limit=9999`,
      `timetable-health/students/?${everyDate}&limit=9999`,
      `timetable-health/teachers/?${everyDate}&limit=9999`,
      `timetable-health/rooms/?${everyDate}&limit=9999`,
    ]),
  'checks and their findings, three users': (at) =>
    fromThreeUsers(at, [
      'checks/',
      'checks/findings/?kind=duplicate_students&limit=1000',
      'checks/findings/?kind=rolls_not_taken&limit=9999',
      'checks/findings/?kind=unused_cards&limit=1000',
    ]),
  'find a time for 9,000 students, three users': async (at) => {
    const cohorts = await seedCohorts(at);
    await fromThreeUsers(at, [
      `find-time/?semester_id=1&cohort=${cohorts}&earliest=00:00&latest=23:59`,
      `find-time/?id=1&cohort=${cohorts}&earliest=00:00&latest=23:59`,
    ]);
  },
  'weeks and free rooms, three users': (at) =>
    fromThreeUsers(at, [
      `week/?date=${today}`,
      `week/?date=${today}&semester=1`,
      'free-rooms/?day_of_week=Wednesday',
      `free-rooms/?date=${today}&features=projector`,
    ]),
  'previews of classes that take over, three users': ({ call }) =>
    Promise.all(
      [0, 1, 2].flatMap((user) =>
        [1, 2, 3, 4].map((id) =>
          call(
            'POST',
            `attendance/classschedule/${id}/successor/preview/`,
            { subject_id: 500 + id, effective_from: '2026-12-01' },
            user,
          ),
        ),
      ),
    ),
  'previews of all classes of a room, three users': ({ call }) =>
    Promise.all(
      [0, 1, 2].flatMap((user) =>
        [1, 2, 3, 4].map((id) =>
          call(
            'POST',
            'attendance/classschedule-reassign/preview/',
            { kind: 'classroom', from: id, to: id + 100, effective_from: '2026-12-01' },
            user,
          ),
        ),
      ),
    ),
  'an import of 2,000 classes that clash': importClashing,
};
