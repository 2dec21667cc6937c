import { sql, type RawBuilder } from 'kysely';
import { followUpLimits } from '#contract/standing/follow-up-terms.ts';
import { limits } from '#contract/limits.ts';
import type { Permission } from '#contract/permissions.ts';
import { templateLimits } from '#contract/messages/template-check.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { redactSpans, type Span } from './redact.ts';

/** A text about something else than the student, which may name them (R-ERASE-1). */
export interface ProposedText {
  table: keyof Tables;
  column: string;
  /** Its longest length. */
  max: number;
  /** Who may edit the row, and so decides. */
  editor: Permission;
  /** When it was written, if that is stored: earlier than the student's row, it does not name them. */
  written?: RawBuilder<unknown>;
  /** The student whom the row `t` is about, who does not decide. */
  about?: RawBuilder<unknown>;
  /** No two rows have the same: the row's id follows. */
  isUnique?: true;
  /** Where it is nothing but the student's number, that is chance: a room A101. */
  isNumber?: true;
}

const reason = limits.reasonLength;
const subjects: Permission = ['Subjects', 'edit'];
const specializations: Permission = ['Specialization', 'edit'];
const timetables: Permission = ['Timetables', 'edit'];
const redList: Permission = ['Red List Students', 'edit'];
const leaves: Permission = ['Approved Leave List', 'edit'];
const settings: Permission = ['Settings', 'edit'];
const rolls: Permission = ['Attendance', 'teacherFilter'];
const ofStudent = sql`t.student_id`;
const ofFollowUp = sql`(select f.student_id from follow_up f where f.id = t.follow_up_id)`;

/** Names of rows, by forms and by files of other systems: private tuition has a student's name. */
export const namedTexts: readonly ProposedText[] = [
  { table: 'class_schedule', column: 'group_name', max: 30, editor: timetables },
  { table: 'waiting_class', column: 'title', max: 200, editor: timetables },
  { table: 'waiting_class', column: 'class_code', max: 200, editor: timetables },
  { table: 'waiting_class', column: 'location', max: 200, editor: timetables },
  { table: 'subject', column: 'subject_name', max: 200, editor: subjects },
  { table: 'subject', column: 'subject_code', max: 50, isUnique: true, editor: subjects },
  { table: 'course', column: 'name', max: 200, isUnique: true, editor: ['Courses', 'edit'] },
  { table: 'specialization', column: 'specialization', max: 200, editor: specializations },
  {
    table: 'specialization',
    column: 'specialization_code',
    max: 50,
    isUnique: true,
    editor: specializations,
  },
  {
    table: 'classroom',
    column: 'room_number',
    max: 50,
    isUnique: true,
    isNumber: true,
    editor: ['Classroom', 'edit'],
  },
  { table: 'cohort', column: 'name', max: 100, isUnique: true, editor: ['Cohort', 'edit'] },
  { table: 'holiday', column: 'name', max: 200, isUnique: true, editor: ['Holidays', 'edit'] },
  { table: 'import_source', column: 'name', max: 200, isUnique: true, editor: settings },
  { table: 'saved_report', column: 'name', max: 100, written: sql`t.created_at`, editor: settings },
];

/** Everything that an erasure proposes: names of rows, and texts about other people. */
export const proposedTexts: readonly ProposedText[] = [
  ...namedTexts,
  {
    table: 'check_in_request',
    column: 'message',
    max: reason,
    written: sql`t.requested_at`,
    editor: ['Timesheet Admin Portal', 'edit'],
  },
  { table: 'class_meeting', column: 'reason', max: reason, editor: timetables },
  {
    table: 'room_closing',
    column: 'reason',
    max: reason,
    written: sql`t.created_at`,
    editor: ['Classroom', 'edit'],
  },
  { table: 'roll_event', column: 'reason', max: reason, written: sql`t.done_at`, editor: rolls },
  {
    table: 'building_roll_call',
    column: 'note',
    max: reason,
    written: sql`t.started_at`,
    editor: rolls,
  },
  { table: 'leave', column: 'reason_for_leave', max: 2000, about: ofStudent, editor: leaves },
  {
    table: 'leave_request',
    column: 'reason_for_leave',
    max: 2000,
    written: sql`t.requested_at`,
    about: ofStudent,
    editor: leaves,
  },
  {
    table: 'leave_request',
    column: 'answer',
    max: reason,
    written: sql`t.decided_at`,
    about: ofStudent,
    editor: leaves,
  },
  {
    table: 'red_list_computed',
    column: 'decision',
    max: reason,
    written: sql`t.decided_at`,
    about: ofStudent,
    editor: redList,
  },
  {
    table: 'follow_up',
    column: 'outcome_note',
    max: followUpLimits.noteLength,
    written: sql`t.changed_at`,
    about: ofStudent,
    editor: redList,
  },
  {
    table: 'follow_up_step',
    column: 'note',
    max: followUpLimits.noteLength,
    written: sql`coalesce(t.corrected_at, t.written_at)`,
    about: ofFollowUp,
    editor: redList,
  },
  { table: 'mark_detail', column: 'excuse_note', max: reason, about: ofStudent, editor: rolls },
  {
    table: 'template',
    column: 'title',
    max: templateLimits.title,
    written: sql`t.changed_at`,
    editor: settings,
  },
  {
    table: 'template',
    column: 'body',
    max: templateLimits.body,
    written: sql`t.changed_at`,
    editor: settings,
  },
];

/** The text without these places; the row's key tells apart texts of which no two are the same. */
export function redactedText(
  text: string,
  spans: Span[],
  { max, isUnique }: Pick<ProposedText, 'max' | 'isUnique'>,
  key: string,
): string {
  const end = isUnique ? ` ${key}` : '';
  return redactSpans(text, spans).slice(0, max - end.length) + end;
}

/** The key of a row `t` as text: it has an id, but for these. */
export const rowKeyOf = (table: keyof Tables): RawBuilder<string> =>
  table === 'template'
    ? sql`t.kind`
    : table === 'mark_detail'
      ? sql`concat_ws(' ', t.class_schedule_id, t.student_id, t.date)`
      : sql`t.id::text`;

/** Whether a row `t` has the key; the keys of other tables are not read. */
export function hasRowKey(
  table: keyof Tables,
  key: RawBuilder<string>,
  isOfTable: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const part = (at: number) =>
    sql`case when ${isOfTable} then split_part(${key}, ' ', ${at}::int) end`;
  if (table === 'template') return sql`t.kind = ${part(1)}`;
  if (table !== 'mark_detail') return sql`t.id = (${part(1)})::bigint`;
  return sql`(t.class_schedule_id = (${part(1)})::bigint and t.student_id = (${part(2)})::bigint
    and t.date = (${part(3)})::date)`;
}
