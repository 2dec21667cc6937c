import { outboxEndpoints } from '#contract/messages/student-messages.endpoints.ts';
import {
  outboxStates,
  outboxTitles,
  studentMessageKinds,
  studentMessageTitles,
  messageRecipients,
  type OutboxState,
} from '#contract/messages/student-message-terms.ts';
import type { RedListReason } from '#contract/red-list-reasons.ts';
import { timeOfDay } from '#contract/texts.ts';
import type { MessageOfStudent, OutboxRow } from '#contract/messages/student-messages.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { dateOf, longDate, moment } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { studentPicker } from '#web/school/students.tsx';
import classes from './StudentMessages.module.css';

export const outboxResource: ResourceInfo<OutboxRow> = {
  title: 'Messages',
  singular: 'Message',
  path: '/messages',
  calls: outboxEndpoints,
  permission: 'Settings',
  archivable: false,
  addPath: null,
};

export const studentOf = ({ student }: Pick<OutboxRow, 'student'>): string =>
  `${fullName(student)} (${student.student_id})`;

/** Times and codes of the classes that a message names. */
export const classesText = ({ classes: named }: Pick<MessageOfStudent, 'classes'>): string =>
  named.map((one) => `${one.start_time} ${one.subject_code}`).join(', ');

const partTitles = {
  rate: 'below the percentage',
  consecutive: 'absences in a row',
  recent: 'absences within some weeks',
} satisfies Record<RedListReason, string>;

/** What a message is about: its classes, or the parts of a rule. */
export const aboutText = ({ parts, ...message }: Pick<MessageOfStudent, 'classes' | 'parts'>) =>
  parts ? parts.map((part) => partTitles[part]).join(', ') : classesText(message);

/** An instant of the message's own day is a time. */
const momentOfDay = (instant: string, day: string, timeZone: string): string =>
  dateOf(instant, timeZone) === longDate(day)
    ? timeOfDay(instant, timeZone)
    : moment(instant, timeZone);

/** The state as a word with its colour. */
export function StateTag({ state }: { state: OutboxState }) {
  return (
    <span className={classes.state} data-state={state}>
      {outboxTitles[state]}
    </span>
  );
}

export const outboxColumns = (timeZone: string): Column<OutboxRow>[] => [
  {
    id: 'student',
    title: 'Student',
    text: studentOf,
    cell: (row) => (
      <AnchorLink size="sm" to="/students/student-details" search={{ id: String(row.student.id) }}>
        {studentOf(row)}
      </AnchorLink>
    ),
    ordering: 'student',
  },
  {
    id: 'state',
    title: 'State',
    text: (row) => outboxTitles[row.state],
    cell: (row) => <StateTag state={row.state} />,
  },
  { id: 'kind', title: 'Message', text: (row) => studentMessageTitles[row.kind] },
  { id: 'day', title: 'Day', text: (row) => longDate(row.day), ordering: 'day' },
  { id: 'about', title: 'About', text: aboutText, wraps: true },
  {
    id: 'to',
    title: 'To',
    text: (row) => row.address ?? messageRecipients[row.recipient],
    wraps: true,
  },
  { id: 'reason', title: 'Reason', text: (row) => row.reason, wraps: true },
  {
    id: 'due_at',
    title: 'Due',
    text: (row) => moment(row.due_at, timeZone),
    cell: (row) => momentOfDay(row.due_at, row.day, timeZone),
    ordering: 'due_at',
  },
  {
    id: 'ended_at',
    title: 'Ended',
    text: (row) => row.ended_at && moment(row.ended_at, timeZone),
    cell: (row) => row.ended_at && momentOfDay(row.ended_at, row.day, timeZone),
  },
];

export const outboxFilters: FilterOf<typeof outboxEndpoints.list>[] = [
  {
    kind: 'checkbox',
    name: 'state',
    title: 'State',
    choices: outboxStates.map((value) => ({ value, label: outboxTitles[value] })),
  },
  {
    kind: 'checkbox',
    name: 'kind',
    title: 'Message',
    choices: studentMessageKinds.map((value) => ({ value, label: studentMessageTitles[value] })),
  },
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
];
