import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import type { Column } from '#web/ui/list/column.ts';
import { dayAndMonth } from '#web/ui/format.ts';
import { SmallLines } from '#web/ui/SmallLines.tsx';

const textOf = ({ by_hand }: RedListLine): string =>
  by_hand ? `${by_hand.attendance_percentage}%` : '';

/** The percentage that was typed, and when: the rate of today stands beside it. */
export const byHandColumn: Column<RedListLine> = {
  id: 'attendance_percentage',
  title: 'Attendance',
  text: textOf,
  cell: (line) =>
    line.by_hand && (
      <SmallLines width="5rem">
        <span>{textOf(line)}</span>
        {line.by_hand.entered_on && <span>on {dayAndMonth(line.by_hand.entered_on)}</span>}
      </SmallLines>
    ),
  ordering: 'attendance_percentage',
  numeric: true,
  // The rate of today goes first.
  spare: 1200,
};
