import { forecastText } from '#contract/standing/forecast.ts';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import type { Column } from '#web/ui/list/column.ts';
import { capitalize } from '#web/ui/labels.ts';
import { SmallLines } from '#web/ui/SmallLines.tsx';

function textOf({ below, standing, absences_left, best }: RedListLine): string {
  if (!standing || below === null) return '–';
  if (absences_left === null) return `No longer reaches ${below}% (at best ${best})`;
  const of = `of ${standing.left_meetings} left`;
  return absences_left === 0 ? `None ${of}` : `${absences_left} ${of}`;
}

/** What can still be reached, and below it the forecast, which is on the screen alone. */
export const reachableColumn: Column<RedListLine> = {
  id: 'reachable',
  title: 'May still miss',
  text: textOf,
  cell: (line) => (
    <SmallLines width="8rem">
      <span>{textOf(line)}</span>
      {line.chance_below !== null && (
        <span>{capitalize(forecastText(line.chance_below, `${line.below}%`))}</span>
      )}
    </SmallLines>
  ),
};
