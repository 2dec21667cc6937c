import { sql } from 'kysely';
import { fullName } from '#contract/person-name.ts';
import { missing } from '#server/school/status.ts';
import type { MessageTemplateKind } from '#contract/messages/message-template-kinds.ts';
import type { AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { ReadValues } from '../templates/routes.ts';
import { listedEntries, warningDraft } from '../letters/warnings.ts';
import { commonValuesOf, messageValuesOf, namedClasses, type Addressed } from './text.ts';
import { notifiedAbsences } from './absences.ts';

/** What a message about a student’s latest absences would say, for the preview of its template. */
export function messageValues(context: AppContext): Record<MessageTemplateKind, ReadValues> {
  const { database, clock } = context;
  const ofLatestDay: ReadValues = async (student) => {
    const { rows } = await sql<Omit<Addressed, 'recipient_name'> & { day: string | null }>`
      select s.first_name, s.last_name, s.student_id,
        (select max(a.date) from attendance a where a.student_id = s.id and ${missing()}) as day
      from student s where s.id = ${student} and s.erased_at is null`.execute(database);
    const [found] = rows;
    if (!found) throw notFound('This student');
    const { day, ...names } = found;
    if (day === null) return null;
    const absences = await sql<{ id: number }>`
      select g.class_schedule_id as id ${notifiedAbsences(day, clock.timeZone)}
        and a.student_id = ${student}`.execute(database);
    if (absences.rows.length === 0) return null;
    const ids = absences.rows.map(({ id }) => id);
    const addressed = { ...names, recipient_name: fullName(names) };
    const classes = await namedClasses(database, ids, day);
    return messageValuesOf(context, addressed, { day, classes });
  };
  const ofEntry: ReadValues = async (student) => {
    const names = await database
      .selectFrom('student')
      .select(['id', 'student_id', 'first_name', 'last_name'])
      .where('id', '=', student)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    if (!names) throw notFound('This student');
    const [line] = await listedEntries(context, database, { student, limit: 20 });
    if (!line) return null;
    const recipient = { ...names, date_of_birth: null, erased: false };
    const recipient_name = fullName(names);
    return {
      ...warningDraft(context, recipient, line).values,
      ...commonValuesOf(context, { ...names, recipient_name }),
    };
  };
  return {
    absence_message: ofLatestDay,
    correction_message: ofLatestDay,
    alert_message: ofEntry,
  };
}
