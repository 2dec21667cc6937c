import {
  getFollowUpOwner,
  listFollowUpOwners,
  listFollowUps,
} from '#contract/standing/follow-ups.endpoints.ts';
import type { FollowUp, FollowUpOwner } from '#contract/standing/follow-up.ts';
import { outcomeTitles, stepTitles } from '#contract/standing/follow-up-text.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { dateOf, dayAndMonth, longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { offeredIf, type FilterOf } from '#web/ui/list/filter.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { studentPicker, studentTitle } from '#web/school/students.tsx';
import { subjectPicker, subjectTitle } from '#web/school/subjects.ts';
import { Due } from './Due.tsx';

export const followUpResource: ResourceInfo<FollowUp> = {
  title: 'Follow-ups',
  singular: 'follow-up',
  path: '/follow-ups',
  calls: { name: 'follow-ups', list: listFollowUps },
  permission: 'Red List Students',
  archivable: false,
  addPath: null,
};

export const ownerPicker = pickerOf<FollowUpOwner>({
  title: 'Owner',
  calls: { name: 'follow-up-owners', list: listFollowUpOwners, get: getFollowUpOwner },
  label: ({ name }) => name,
});

/** "Anna Ångström in MAT1". */
export const followUpTitle = ({
  student,
  subject,
}: { student: Parameters<typeof fullName>[0] } & Pick<FollowUp, 'subject'>): string =>
  `${fullName(student)} in ${subject?.subject_code ?? 'all subjects'}`;

/** "Spoke with the student, 20 Nov"; empty without a step. */
export const lastStepText = ({ last_step }: Pick<FollowUp, 'last_step'>): string =>
  last_step ? `${stepTitles[last_step.kind]}, ${dayAndMonth(last_step.done_on)}` : '';

export const dueText = ({ due_on, is_overdue }: Pick<FollowUp, 'due_on' | 'is_overdue'>): string =>
  `${longDate(due_on)}${is_overdue ? ' (overdue)' : ''}`;

/** @param hasClosed whether the list has closed ones: then the outcome goes before the points. */
export const followUpColumns = (timeZone: string, hasClosed: boolean): Column<FollowUp>[] => [
  {
    id: 'student',
    title: 'Student',
    text: ({ student }) => studentTitle(student),
    cell: ({ id, student }) => (
      <>
        <AnchorLink size="sm" to="/follow-ups/view" search={{ id: String(id) }}>
          {studentTitle(student)}
        </AnchorLink>{' '}
        {student.in_red_list && <RedListTag />}
      </>
    ),
    ordering: 'last_name',
  },
  {
    id: 'subject',
    title: 'Subject',
    text: ({ subject }) => (subject ? subjectTitle(subject) : 'All subjects'),
    wraps: true,
  },
  { id: 'owner', title: 'Owner', text: ({ owner }) => owner.name, ordering: 'owner' },
  {
    id: 'due_on',
    title: 'Due',
    text: dueText,
    cell: (row) => <Due of={row} />,
    ordering: 'due_on',
  },
  { id: 'last_step', title: 'Last step', text: (row) => lastStepText(row) || 'None', wraps: true },
  {
    id: 'rate',
    title: 'Rate',
    text: ({ rate_then, rate_now }) => `${rate_then} → ${rate_now}`,
  },
  {
    id: 'change',
    title: 'Points',
    text: ({ rate_change: points }) =>
      points === null ? '–' : points > 0 ? `+${points}` : String(points).replace('-', '−'),
    numeric: true,
    spare: hasClosed,
  },
  {
    id: 'absences',
    title: 'Absences',
    text: ({ absences_since: since }) => (since === null ? '–' : String(since)),
    numeric: true,
    spare: true,
  },
  {
    id: 'begun',
    title: 'Begun',
    text: ({ begun }) => dateOf(begun.at, timeZone),
    ordering: 'begun',
    spare: true,
  },
  {
    id: 'state',
    title: 'State',
    text: ({ closed }) =>
      closed ? `${outcomeTitles[closed.outcome]}, ${dateOf(closed.at, timeZone)}` : 'Open',
    wraps: true,
    spare: !hasClosed,
  },
];

/** @param editsAll whether the user sees those of every owner. */
export const followUpFilters = (editsAll: boolean): FilterOf<typeof listFollowUps>[] => [
  { kind: 'own', name: 'of' },
  {
    kind: 'select',
    name: 'state',
    title: 'State',
    choices: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
      { value: 'all', label: 'Open and closed' },
    ],
  },
  {
    kind: 'select',
    name: 'overdue',
    title: 'Due',
    choices: [
      { value: 'true', label: 'Overdue' },
      { value: 'false', label: 'Not overdue' },
    ],
  },
  offeredIf(editsAll, { kind: 'picker', name: 'owner', title: 'Owner', source: ownerPicker }),
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
];
