import { sql } from 'kysely';
import { classesOf, type ClassType } from '#contract/weekdays.ts';
import type { AppContext } from '#server/app-context.ts';
import type { ListText } from './list-text.ts';

/** A longer mail would not be read. */
const maxSubjects = 40;

interface Row {
  /** Null over all subjects. */
  subject: string | null;
  class_type: ClassType | null;
  waiting: number;
  accepted: number;
  added: number;
}

/**
 * The computed red list by subject, without names: they are on the page, for who may read them.
 * Null while it is empty.
 */
export async function redListText(
  { database, clock, config }: Pick<AppContext, 'database' | 'clock' | 'config'>,
  { sent_on }: { sent_on: string },
): Promise<ListText | null> {
  const { rows } = await sql<Row>`
    select j.subject_code || ' ' || j.subject_name as subject, entry.class_type,
      count(*) filter (where entry.state = 'open') as waiting,
      count(*) filter (where entry.state = 'accepted') as accepted,
      count(*) filter (where (entry.since at time zone ${clock.timeZone})::date >= ${sent_on}::date)
        as added
    from red_list_computed entry
    join student s on s.id = entry.student_id and s.archived_at is null
    left join subject j on j.id = entry.subject_id
    where entry.state in ('open', 'accepted')
    group by j.id, entry.class_type
    order by count(*) filter (where entry.state = 'open') desc, j.subject_code nulls first,
      entry.class_type nulls first`.execute(database);
  if (rows.length === 0) return null;
  const sum = (name: 'waiting' | 'accepted' | 'added') =>
    rows.reduce((all, row) => all + row[name], 0);
  const lines = rows
    .slice(0, maxSubjects)
    .map(
      ({ subject, class_type, waiting, accepted, added }) =>
        `${classesOf(subject ?? 'Over all subjects', class_type)}: ` +
        `${waiting} new, ${accepted} accepted, ${added} listed since ${sent_on}`,
    );
  const more = rows.length - lines.length;
  return {
    subject: `Red list: ${sum('waiting')} new, ${sum('accepted')} accepted`,
    paragraphs: [
      `${sum('waiting')} entries of the red list wait for a decision, ${sum('accepted')} are accepted; ` +
        `${sum('added')} were listed since ${sent_on}.`,
      [...lines, ...(more > 0 ? [`and ${more} more subjects`] : [])].join('\n'),
      `Who, why, and what can still be reached: ${config.publicUrl}/red-list-students`,
    ],
  };
}
