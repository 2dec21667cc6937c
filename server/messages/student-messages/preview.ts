import { sql } from 'kysely';
import type { MessagePreview } from '#contract/messages/student-messages.ts';
import type { AppContext } from '#server/app-context.ts';
import { notifiedAbsences } from './absences.ts';
import { addressProblem } from './addresses.ts';

/** The answer names so many; the number of all is beside them. */
const named = 100;

/** Who would have received a message about yesterday, as its marks are now (R-MSG-4). */
export async function previewOfYesterday({
  database,
  clock,
  config,
  settings,
}: Pick<AppContext, 'database' | 'clock' | 'config' | 'settings'>): Promise<MessagePreview> {
  const day = Temporal.PlainDate.from(clock.today()).subtract({ days: 1 }).toString();
  const { rows } = await sql<MessagePreview['results'][number] & { total: number }>`
    select count(*) over ()::int as total,
      json_build_object('id', s.id, 'student_id', s.student_id, 'first_name', s.first_name,
        'last_name', s.last_name) as student,
      s.student_mail as address, notified.classes
    from (
      select a.student_id, json_agg(json_build_object('class_schedule', c.id,
        'subject_code', j.subject_code, 'subject_name', j.subject_name,
        'group_name', c.group_name,
        'start_time', to_char(g.start_time, 'HH24:MI'), 'end_time', to_char(g.end_time, 'HH24:MI'))
        order by g.start_time, c.id) as classes
      from (select a.student_id, g.id as meeting_id ${notifiedAbsences(day, clock.timeZone)}) a
      join class_meeting g on g.id = a.meeting_id
      join class_schedule c on c.id = g.class_schedule_id
      join subject j on j.id = c.subject_id
      group by a.student_id
    ) notified join student s on s.id = notified.student_id
    where not exists (
      select from message_stop x where x.student_id = s.id and x.guardian_id is null)
    order by sort_name(s.first_name, s.last_name) collate natural_order, s.first_name collate natural_order, s.id
    limit ${named}`.execute(database);
  return {
    day,
    on: settings.current().absence_messages,
    total: rows[0]?.total ?? 0,
    results: rows.map(({ total: _total, ...row }) => ({
      ...row,
      address: addressProblem(row.address, config) === null ? row.address : null,
    })),
  };
}
