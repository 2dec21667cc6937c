import type { RollCall } from '#contract/attendance/building.ts';
import { listRollCalls } from '#contract/attendance/building.endpoints.ts';
import { rollCallKinds } from '#contract/attendance/building-counts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { moment } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { useMemo } from 'react';
import { kindTitles } from '../kind-titles.ts';

const resource: ResourceInfo<RollCall> = {
  title: 'Roll calls of the building',
  singular: 'Roll call',
  path: '/who-is-here/roll-calls',
  calls: { name: 'building-roll-calls', list: listRollCalls },
  permission: 'Attendance',
  archivable: false,
  addPath: null,
};

const filters: FilterOf<typeof listRollCalls>[] = [
  {
    kind: 'select',
    name: 'kind',
    title: 'Kind',
    choices: rollCallKinds.map((value) => ({ value, label: kindTitles[value] })),
  },
];

const columnsIn = (timeZone: string): Column<RollCall>[] => [
  {
    id: 'started_at',
    title: 'Started',
    text: (row) => moment(row.started_at, timeZone),
    cell: (row) => (
      <AnchorLink size="sm" to="/who-is-here/roll-call" search={{ id: String(row.id) }}>
        {moment(row.started_at, timeZone)}
      </AnchorLink>
    ),
    ordering: 'started_at',
  },
  { id: 'kind', title: 'Kind', text: (row) => kindTitles[row.kind] },
  { id: 'started_by', title: 'By', text: (row) => row.started_by },
  {
    id: 'ended_at',
    title: 'Ended',
    text: (row) => (row.ended_at === null ? 'Running' : moment(row.ended_at, timeZone)),
  },
  { id: 'expected', title: 'Expected', text: (row) => row.expected, numeric: true },
  { id: 'accounted', title: 'Accounted for', text: (row) => row.accounted, numeric: true },
  { id: 'missing', title: 'Missing', text: (row) => row.missing, numeric: true },
  { id: 'late', title: 'Late ticks', text: (row) => row.late, numeric: true, spare: true },
  { id: 'note', title: 'Note', text: (row) => row.note, wraps: true },
];

/** The roll calls of the building, the latest first (R-HERE-6). */
export function RollCallsPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => columnsIn(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={resource}
      columns={columns}
      defaultSort="-started_at"
      filters={filters}
      nameOf={(row) => moment(row.started_at, time_zone)}
      onlyShown
      whenEmpty="There was no roll call of the building yet."
    />
  );
}
