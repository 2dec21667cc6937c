import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { namesOfTeachers } from '#contract/timetable/further-names.ts';
import { classCode, classSubject } from '#contract/class-name.ts';
import { rollsHaving, type RollsHaving } from '#contract/standing/report-terms.ts';
import type { MarksOfRolls, ReportRoll } from '#contract/standing/reports.ts';
import { useCan, useMayFilter } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { counted, countOf, longDate } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import { namesOf, type Filter } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { useRollFacts } from './queries.ts';
import { reportFilters, reportRollResource } from './resource.ts';
import type { ReportSearch } from './search.ts';
import { weekdayHourTitle } from './weekday-hour.ts';

const havingTitles: Record<RollsHaving, string> = {
  taken: 'Taken',
  in_progress: 'Unfinished',
  not_taken: 'Not taken',
  none_expected: 'No roll expected',
  marked: 'With marks',
  present: 'Somebody present',
  late: 'Somebody late',
  absent: 'Somebody absent',
  excused: 'Somebody excused',
};
const stateTitles: Record<ReportRoll['state'], string> = {
  taken: 'Taken',
  closed: 'Closed',
  in_progress: 'Unfinished',
  not_taken: 'Not taken',
  none: '–',
};

const count = (name: 'present' | 'late' | 'absent' | 'excused', title: string) => ({
  id: name,
  title,
  text: (row: ReportRoll) => row[name],
  ordering: name,
  numeric: true,
});

const columns: Column<ReportRoll>[] = [
  {
    id: 'date',
    title: 'Date',
    text: (row) => `${row.date} ${row.start_time}`,
    cell: (row) => (
      <AnchorLink
        size="sm"
        to="/attendance/view"
        search={{ id: row.class_schedule, date: row.date }}
      >
        {longDate(row.date)}, {row.start_time}
      </AnchorLink>
    ),
    ordering: 'date',
  },
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => classSubject(row),
    ordering: 'subject',
    wraps: true,
  },
  { id: 'state', title: 'Roll', text: (row) => stateTitles[row.state] },
  count('present', 'Present'),
  count('late', 'Late'),
  count('absent', 'Absent'),
  count('excused', 'Excused'),
  {
    id: 'rate',
    title: 'Rate',
    text: (row) => (row.rate === null ? '–' : `${row.rate}%`),
    ordering: 'rate',
    numeric: true,
  },
  { id: 'teacher', title: 'Teacher', text: (row) => namesOfTeachers(row), spare: true },
  { id: 'room', title: 'Room', text: (row) => row.room_number, spare: true },
];

const nameOf = (row: ReportRoll) => `${classCode(row)}, ${row.date}`;

const markNames = ['present', 'late', 'absent', 'excused'] as const;

/** `812 present (2 late), 40 absent (3 excused) in 31 rolls.` */
function marksText({ present, late, absent, excused }: MarksOfRolls, rolls: number): string {
  const further = (count: number, word: string) =>
    count > 0 ? ` (${countOf(count)} ${word})` : '';
  return (
    `${countOf(present)} present${further(late, 'late')}, ` +
    `${countOf(absent)} absent${further(excused, 'excused')} in ${counted(rolls, 'roll')}.`
  );
}

/** The rolls behind a number of a report (R-REPORT-3). */
export function ReportRollsPage() {
  const can = useCan();
  const mayFilter = useMayFilter();
  const search: ReportSearch = useSearch({ from: '/reports/rolls' });
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        name: 'having',
        title: 'Rolls',
        choices: rollsHaving.map((value) => ({ value, label: havingTitles[value] })),
      },
      { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
      ...reportFilters(can, mayFilter),
      { kind: 'own', name: 'period' },
      { kind: 'own', name: 'weekday_hour' },
    ],
    [can, mayFilter],
  );
  const filterNames = useMemo(() => filters.flatMap(namesOf), [filters]);
  const facts = useRollFacts(search, filterNames);
  const { having, page: _page, ordering: _ordering, ...scope } = search;
  return (
    <ResourceList
      resource={reportRollResource}
      columns={columns}
      defaultSort="-date"
      filters={filters}
      nameOf={nameOf}
      onlyShown
    >
      <Text c="dimmed" mb="xs">
        {facts && `${longDate(facts.from)} to ${longDate(facts.to)}. `}
        {facts?.marks && markNames.some((name) => name === having || having === 'marked') && (
          <b>{marksText(facts.marks, facts.total)} </b>
        )}
        {(search.student ?? search.cohort) &&
          'The counts are those of the students that the report is about. '}
        {search.weekday_hour &&
          `Only ${search.weekday_hour.split(',').map(weekdayHourTitle).join(', ')}. `}
        <AnchorLink
          underline="always"
          to="/reports"
          search={{ ...scope, search: undefined, by: 'class' }}
        >
          Report by class
        </AnchorLink>
      </Text>
    </ResourceList>
  );
}
