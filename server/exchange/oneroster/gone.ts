import { sql, type RawBuilder } from 'kysely';
import { takesPlace, teachersOf } from '#server/school/meetings.ts';
import { endEnrolmentsOf } from '#server/enrolment/index.ts';
import { removeMembers } from './members.ts';
import { count, type Roster } from './roster.ts';

/** Rows that the file marks `tobedeleted` are archived, which can be taken back (R-ROSTER-8). */
export async function archiveGone(roster: Roster): Promise<void> {
  await removeMembers(roster);
  await archive(roster, { file: 'classes', kind: 'class', table: 'waiting_class' });
  await archiveTimes(roster);
  await archive(roster, { file: 'courses', kind: 'subject', table: 'subject' });
  await archive(roster, { file: 'academicSessions', kind: 'semester', table: 'semester' });
  const { by, today } = roster;
  await archive(roster, {
    file: 'users',
    kind: 'teacher',
    table: 'teacher',
    except: {
      which: sql`exists (select from class_meeting g
        join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
        where t.id = any(${teachersOf()}) and ${takesPlace} and g.date >= ${today}::date)`,
      reason: 'has classes to come: give them to somebody else first',
    },
  });
  const students = await archive(roster, {
    file: 'users',
    kind: 'student',
    table: 'student',
    ...(by && {
      except: {
        which: sql`lower(t.student_mail) = ${by.email}`,
        reason: 'is your own: somebody else has to do it',
      },
    }),
  });
  const ended = await endEnrolmentsOf(roster.trx, students, today);
  if (ended > 0) count(roster, 'enrolment', { archived: ended });
}

interface Archived {
  file: 'classes' | 'courses' | 'academicSessions' | 'users';
  kind: 'class' | 'subject' | 'semester' | 'teacher' | 'student';
  table: 'waiting_class' | 'subject' | 'semester' | 'teacher' | 'student';
  /** Rows `t` that are left as they are. */
  except?: { which: RawBuilder<unknown>; reason: string };
}

/** @returns the ids of the rows that were archived. */
async function archive(roster: Roster, { file, kind, table, except }: Archived): Promise<number[]> {
  const { trx, source, now, problems } = roster;
  const column = sql.ref(`x.${kind === 'class' ? 'waiting_class' : kind}_id`);
  const gone = sql`
    select r.line, ${column} as id from roster r
    join external_id x on x.source = ${source} and x.kind = ${kind} and x.sourced_id = r.id
    where r.file = ${file} and r.gone`;
  if (except) {
    const { rows } = await sql<{ line: number }>`
      select g.line from (${gone}) g join ${sql.table(table)} t on t.id = g.id
      where t.archived_at is null and ${except.which} order by 1`.execute(trx);
    for (const { line } of rows) problems.skip(`${file}.csv`, line, 'status', except.reason);
    count(roster, table, { skipped: rows.length });
  }
  const archived = await sql<{ id: number }>`
    update ${sql.table(table)} t set archived_at = ${now}::timestamptz from (${gone}) g
    where t.id = g.id and t.archived_at is null
      ${except ? sql`and not coalesce(${except.which}, false)` : sql``}
    returning t.id`.execute(trx);
  count(roster, table, { archived: archived.rows.length });
  return archived.rows.map(({ id }) => id);
}

/** With a class go its times. */
async function archiveTimes(roster: Roster): Promise<void> {
  const { trx, source, now } = roster;
  const { numAffectedRows = 0n } = await sql`
    update class_schedule c set archived_at = ${now}::timestamptz
    from external_id t join waiting_class w on w.id = t.waiting_class_id
    where t.source = ${source} and t.kind = 'class-time' and t.class_schedule_id = c.id
      and w.archived_at is not null and c.archived_at is null`.execute(trx);
  count(roster, 'class_schedule', { archived: Number(numAffectedRows) });
}
