import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import {
  isWritten,
  plannedMeetings,
  joinedInTwoPlaces,
  type JoinedTwice,
  classesNamed,
} from '#server/timetable/index.ts';
import { isWeekly } from '#server/school/meetings.ts';
import type { Place, Places } from './places.ts';
import type { BadRow } from './report.ts';

/**
 * Takes back enrolments of this transaction which put a student into two classes whose weekly dates
 * overlap from today on (R-ENROL-2), and reports their rows. Of two such rows the second is rejected.
 */
export async function refuseTwoPlaces(
  trx: Database,
  places: Places,
  bad: BadRow[],
  today: string,
): Promise<void> {
  const meetings = plannedMeetings(sql`g.date >= ${today}::date and ${isWeekly()}
    and g.class_schedule_id in (select e.class_schedule_id from enrolment e where ${isWritten('e')})`);
  const found = (await joinedInTwoPlaces(trx, meetings)).flatMap((one) => {
    const place = places.ofEnrolment(one.student, one.class);
    return place ? [{ ...one, place }] : [];
  });
  const refused = laterOnes(found);
  if (refused.length === 0) return;
  const others = new Map(
    (await classesNamed(trx, [...new Set(refused.map(({ other }) => other))])).map((one) => [
      one.id,
      one,
    ]),
  );
  for (const { student, other, place } of refused) {
    const it = others.get(other);
    const row = places.ofEnrolment(student, other);
    const where = row?.line ? `${row.file}:${row.line}` : places.nameOf(other);
    bad.push({
      ...place,
      column: 'timetable',
      reason: `${student} is in ${it?.subject_code} at the same time (${where})`,
    });
  }
  await sql`
    delete from enrolment e
    using jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as one(student text, class bigint), student s
    where s.student_id = one.student and e.student_id = s.id and e.class_schedule_id = one.class
      and ${isWritten('e')}`.execute(trx);
}

/** The overlaps of each row with earlier rows, or with existing enrolments; not with rejected rows. */
function laterOnes<Row extends JoinedTwice & { place: Place }>(found: Row[]): Row[] {
  const added = new Map(found.map((one) => [keyOf(one.student, one.class), one.place.line]));
  const refused = new Map<string, Row>();
  for (const one of found.toSorted((a, b) => a.place.line - b.place.line)) {
    const other = keyOf(one.student, one.other);
    const otherGoes = refused.has(other) || (added.get(other) ?? 0) > one.place.line;
    const key = keyOf(one.student, one.class);
    if (!otherGoes && !refused.has(key)) refused.set(key, one);
  }
  return [...refused.values()];
}

const keyOf = (student: string, id: number) => `${student} ${id}`;
