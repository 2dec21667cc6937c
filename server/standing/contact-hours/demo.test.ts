import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  hourFigures,
  hourRateText,
  mayMissText,
  sumHours,
} from '#contract/standing/contact-hours.ts';
import { stoppedClock } from '#server/platform/clock.ts';
import { createDatabase, createPool } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import { fillDemo } from '#server/admin/demo/fill.ts';
import { hoursBySubject, type SubjectHours } from './hours.ts';
import { chosenPeriod, semestersOf } from './period.ts';

const terms = { contact_hour_bands: [90, 85, 80], excused_counts: false };

type Minutes = Omit<SubjectHours, 'student' | 'subject_name' | 'subject_code' | 'meetings'>;
const columns = ['scheduled', 'attended', 'excused', 'left', 'not_recorded'] as const;
const row = (name: string, of: Minutes): string =>
  `| ${[name, ...columns.map((column) => of[`${column}_minutes`])].join(' | ')} |`;

/** The lines of docs/contact-hours.md about a student. */
function linesOf(subjects: SubjectHours[]): string[] {
  const counts = sumHours(subjects);
  const not_recorded_minutes = subjects.reduce((sum, one) => sum + one.not_recorded_minutes, 0);
  const { rate, best, worst, reach } = hourFigures(counts, terms);
  const bands = terms.contact_hour_bands;
  const fraction = (name: string, of: typeof rate) =>
    `| ${name} | ${of?.part} ÷ ${of?.of} | ${hourRateText(of, bands)} |`;
  return [
    ...subjects.map((one) => row(one.subject_code, one)),
    row('all', { ...counts, not_recorded_minutes }),
    fraction('now', rate),
    fraction('if everything left is attended', best),
    fraction('if nothing left is attended', worst),
    ...reach.map(
      ({ percent, may_miss_minutes: minutes }) =>
        `| may be missed for ${percent}% | ${minutes} minutes | ${mayMissText(minutes ?? 0)} h |`,
    ),
  ];
}

it('three students of the demo institute have the hours that docs/contact-hours.md states', async () => {
  const clock = stoppedClock('Australia/Sydney', '2026-11-18T10:40:00+11:00');
  const database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
  const manual = await readFile('docs/contact-hours.md', 'utf8');
  try {
    await fillDemo(database, clock, () => {});
    for (const code of ['S260003', 'S260031', 'S260037']) {
      const { rows } = await sql<{ id: number }>`
        select id from student where student_id = ${code}`.execute(database);
      const id = rows[0]!.id;
      const period = chosenPeriod({}, await semestersOf(database, id), clock.today());
      const subjects = await hoursBySubject(
        database,
        [id],
        period,
        await rollMoment(database, clock),
      );
      const [, section = ''] = manual.split(`## ${code}\n`);
      const lines = (section.split('\n## ')[0] ?? '')
        .split('\n')
        .filter((line) => /^\| .*\d/.test(line));
      expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual(linesOf(subjects));
    }
  } finally {
    await database.destroy();
  }
});
