import { addToRedList, redListEndpoints } from '#contract/standing/red-list.endpoints.ts';
import { listComputedRedList } from '#contract/standing/red-list-computed.endpoints.ts';
import { reasonsText, type RedListLine } from '#contract/standing/red-list-computed.ts';
import { manyOfType } from '#contract/weekdays.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { SmallLines } from '#web/ui/SmallLines.tsx';
import { dateOf, dayAndMonth, longDate } from '#web/ui/format.ts';
import { coursePicker } from '#web/school/courses.ts';
import { followUpColumn } from '../follow-ups/LineFollowUp.tsx';
import { studentColumn, studentPicker } from '#web/school/students.tsx';
import { subjectPicker, subjectTitle } from '#web/school/subjects.ts';
import { byHandColumn } from './by-hand.tsx';
import { LineLetter } from './LineLetter.tsx';
import { reachableColumn } from './reachable.tsx';
import { redListResource } from './resource.ts';

/** The red list by rule and by hand; entries by hand alone are edited, archived and deleted. */
export const lineResource: ResourceInfo<RedListLine> = {
  title: redListResource.title,
  singular: redListResource.singular,
  path: redListResource.path,
  calls: {
    name: redListResource.calls.name,
    list: listComputedRedList,
    remove: redListEndpoints.remove,
  },
  archive: addToRedList,
  permission: redListResource.permission,
};

const stateTitles: Record<RedListLine['state'], string> = {
  open: 'New',
  accepted: 'Accepted',
  recovered: 'Recovered',
  dismissed: 'Dismissed',
  cleared: 'Cleared',
  'by hand': 'By hand',
};

/** "Dismissed, Ada Marsh, in hospital". */
const stateText = ({ state, decided }: RedListLine): string =>
  [stateTitles[state], decided?.by, decided?.reason].filter(Boolean).join(', ');

/** The last absences in a cell; the student's page has all. */
const shownDates = 3;

/** "below 80%; 3 absences in a row", "Tutorials: below 80%". */
function whyText(line: RedListLine): string {
  if (line.state === 'by hand') return 'Entered by hand';
  const why =
    line.not_held_since === null
      ? reasonsText(line).join('; ')
      : `No longer holds since ${longDate(line.not_held_since)}`;
  const byHand = line.by_hand ? `${why}, and by hand` : why;
  return line.class_type ? `${manyOfType[line.class_type]}: ${byHand}` : byHand;
}

const datesText = ({ standing }: RedListLine): string => {
  const days = standing?.absent_on ?? [];
  const more = days.length > shownDates ? `${days.length - shownDates} more, ` : '';
  return more + days.slice(-shownDates).map(dayAndMonth).join(', ');
};

export const lineColumns = (timeZone: string): Column<RedListLine>[] => [
  { ...studentColumn<RedListLine>((row) => row.student), ordering: 'last_name' },
  {
    id: 'subject',
    title: 'Subject',
    text: ({ subject }) => (subject ? subjectTitle(subject) : 'All subjects'),
    ordering: 'subject',
    inCards: 'line',
    cell: ({ subject }) => (
      <SmallLines width="clamp(6rem, 12vw, 7.5rem)">
        <span>{subject?.subject_code ?? 'All subjects'}</span>
        {subject && <span>{subject.subject_name}</span>}
      </SmallLines>
    ),
  },
  byHandColumn,
  {
    id: 'entered_on',
    title: 'Entered on',
    text: ({ by_hand }) => by_hand?.entered_on ?? '',
    onlyInFiles: true,
  },
  {
    id: 'why',
    title: 'Why',
    text: whyText,
    cell: (line) => (
      <SmallLines width="6rem">
        <span>{whyText(line)}</span>
        {line.state !== 'by hand' && <span>{stateText(line)}</span>}
        {line.letter && <LineLetter letter={line.letter} />}
      </SmallLines>
    ),
  },
  { id: 'rate', title: 'Rate now', text: (row) => row.rate, ordering: 'rate', numeric: true },
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
    id: 'letter',
    title: 'Warning letter',
    text: ({ letter }) => letter && `${letter.number}, ${dateOf(letter.made_at, timeZone)}`,
    onlyInFiles: true,
  },
  {
    id: 'state',
    title: 'State',
    text: stateText,
    onlyInFiles: true,
  },
];

export const lineFilters: FilterOf<typeof listComputedRedList>[] = [
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
      { value: 'by hand', label: 'By hand' },
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
