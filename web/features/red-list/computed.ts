import { listComputedRedList } from '#contract/endpoints/red-list-computed.ts';
import { reasonsText, type RedListLine } from '#contract/red-list-computed.ts';
import { manyOfType } from '#contract/weekdays.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { dateOf, dayAndMonth, longDate } from '#web/ui/format.ts';
import { coursePicker } from '../courses/resource.ts';
import { followUpColumn } from '../follow-ups/LineFollowUp.tsx';
import { studentColumn, studentPicker } from '../students/picker.tsx';
import { subjectPicker, subjectTitle } from '../subjects/resource.ts';
import { reachableColumn } from './reachable.tsx';

export const computedResource: ResourceInfo<RedListLine> = {
  title: 'Red list by rule',
  singular: 'entry',
  path: '/red-list-students/computed',
  calls: { name: 'redlistedstudents/computed', list: listComputedRedList },
  permission: 'Red List Students',
  archivable: false,
  addPath: null,
};

const stateTitles: Record<RedListLine['state'], string> = {
  open: 'New',
  accepted: 'Accepted',
  recovered: 'Recovered',
  dismissed: 'Dismissed',
  cleared: 'Cleared',
  'by hand': 'By hand',
};

/** The last absences in a cell; the student's page has all. */
const shownDates = 3;

/** "below 80%; 3 absences in a row", "Tutorials: below 80%". */
function whyText(line: RedListLine): string {
  if (line.state === 'by hand') return 'By hand';
  const why =
    line.not_held_since === null
      ? reasonsText(line).join('; ')
      : `No longer holds since ${longDate(line.not_held_since)}`;
  return line.class_type ? `${manyOfType[line.class_type]}: ${why}` : why;
}

const datesText = ({ standing }: RedListLine): string => {
  const days = standing?.absent_on ?? [];
  const more = days.length > shownDates ? `${days.length - shownDates} more, ` : '';
  return more + days.slice(-shownDates).map(dayAndMonth).join(', ');
};

export const computedColumns = (timeZone: string): Column<RedListLine>[] => [
  { ...studentColumn<RedListLine>((row) => row.student), ordering: 'last_name' },
  {
    id: 'subject',
    title: 'Subject',
    text: ({ subject }) => (subject ? subjectTitle(subject) : 'All subjects'),
    ordering: 'subject',
    wraps: true,
  },
  { id: 'why', title: 'Why', text: whyText, wraps: true },
  { id: 'rate', title: 'Rate', text: (row) => row.rate, ordering: 'rate', numeric: true },
  reachableColumn,
  followUpColumn,
  { id: 'dates', title: 'Absent on', text: datesText, wraps: true, spare: 1600 },
  {
    id: 'since',
    title: 'Listed since',
    text: ({ since }) => (since ? dateOf(since, timeZone) : ''),
    ordering: 'since',
    spare: 1800,
  },
  {
    id: 'state',
    title: 'State',
    text: ({ state, decided }) =>
      [stateTitles[state], decided?.by, decided?.reason].filter(Boolean).join(', '),
    wraps: true,
  },
  {
    id: 'by_hand',
    title: 'By hand',
    text: ({ by_hand }) => (by_hand ? `${by_hand.attendance_percentage} %` : ''),
    numeric: true,
    spare: 1800,
  },
];

export const computedFilters: FilterOf<typeof listComputedRedList>[] = [
  {
    kind: 'select',
    name: 'state',
    title: 'State',
    choices: [
      { value: 'open', label: 'New' },
      { value: 'accepted', label: 'Accepted' },
      { value: 'recovered', label: 'Recovered' },
      { value: 'dismissed', label: 'Dismissed' },
      { value: 'cleared', label: 'Cleared' },
    ],
  },
  {
    kind: 'select',
    name: 'why',
    title: 'Why',
    choices: [
      { value: 'rate', label: 'Rate' },
      { value: 'consecutive', label: 'Absences in a row' },
      { value: 'recent', label: 'Recent absences' },
    ],
  },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
  { kind: 'picker', name: 'course', title: 'Course', source: coursePicker },
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
];
