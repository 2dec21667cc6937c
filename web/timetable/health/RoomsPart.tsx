import { roomInText } from '#contract/room-name.ts';
import type { listRoomUse } from '#contract/timetable/timetable-health.endpoints.ts';
import type { RoomUse } from '#contract/timetable/timetable-health.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { HealthBar } from './HealthBar.tsx';
import { HeatMap } from './HeatMap.tsx';
import { roomUseResource } from './resources.ts';
import { hoursText, ownFilters, type HealthSearch } from './search.ts';

const columns: Column<RoomUse>[] = [
  {
    id: 'room_number',
    title: 'Room',
    text: (row) => row.room_number,
    cell: (row) => (
      <AnchorLink size="sm" to="/timetable/week" search={{ classroom: String(row.id) }}>
        {row.room_number}
      </AnchorLink>
    ),
    ordering: 'room_number',
  },
  {
    id: 'capacity',
    title: 'Seats',
    text: (row) => row.capacity,
    numeric: true,
    ordering: 'capacity',
  },
  {
    id: 'utilisation',
    title: 'Used',
    text: (row) => (row.utilisation === null ? null : `${row.utilisation}%`),
    numeric: true,
    ordering: 'utilisation',
  },
  {
    id: 'used_minutes',
    title: 'Used (h:min)',
    text: (row) => hoursText(row.used_minutes),
    numeric: true,
  },
  {
    id: 'opening_minutes',
    title: 'Open (h:min)',
    text: (row) => hoursText(row.opening_minutes),
    numeric: true,
  },
  {
    id: 'classes',
    title: 'Weekly classes',
    text: (row) => row.classes,
    cell: (row) => (row.classes === 0 ? 'Unused' : row.classes),
    numeric: true,
    ordering: 'classes',
  },
];
const filters: FilterOf<typeof listRoomUse>[] = [
  ...ownFilters('open_from', 'open_to'),
  {
    kind: 'select',
    name: 'use',
    title: 'Use',
    choices: [
      { value: 'unused', label: 'Unused' },
      { value: 'used', label: 'Used' },
    ],
  },
];
const nameOf = ({ room_number }: RoomUse) => roomInText(room_number);

/** How full the rooms are, each and all together (R-HEALTH-5). */
export function RoomsPart({ search }: { search: HealthSearch }) {
  return (
    <ResourceList
      resource={roomUseResource}
      columns={columns}
      defaultSort="utilisation"
      filters={filters}
      nameOf={nameOf}
      onlyShown
    >
      <HealthBar search={search} />
      <HeatMap search={search} />
    </ResourceList>
  );
}
