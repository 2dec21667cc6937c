import { Text } from '@mantine/core';
import { hasSeat, placeKey, type Layout, type Seat } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import { shortNames } from '../rolls/short-names.ts';
import { areaOf, inOrderOf, placesOf, type Side } from './side.ts';
import classes from './Seating.module.css';

interface PlanPreviewProps {
  layout: Layout;
  /** Those of the version. */
  seats: readonly Seat[];
  /** Those of the plan as it is now. */
  now: readonly Seat[];
  students: readonly RollRow[];
  side: Side;
}

/** Who sits where in a version of a plan, in the room as it is now; who sits elsewhere now is marked. */
export function PlanPreview({ layout, seats, now, students, side }: PlanPreviewProps) {
  const byId = new Map(students.map((row) => [row.student, row]));
  const names = shortNames(students);
  const there = new Map(seats.map((seat) => [placeKey(seat), byId.get(seat.student)]));
  const places = new Map(now.map((seat) => [seat.student, placeKey(seat)]));
  const isMoved = (seat: Seat) =>
    byId.has(seat.student) && places.get(seat.student) !== placeKey(seat);
  const lost = seats.filter((seat) => byId.has(seat.student) && !hasSeat(layout, seat));
  const namesOf = (all: readonly Seat[]) =>
    all.flatMap(({ student }) => byId.get(student) ?? []).map(fullName);
  return (
    <>
      <div className={classes.frame}>
        <ul
          className={classes.preview}
          aria-label="Seats of this version"
          style={{ '--columns': layout.columns }}
        >
          {inOrderOf(placesOf(layout), layout, side).map((place) => {
            const student = there.get(placeKey(place));
            const moved = student && isMoved({ ...place, student: student.student });
            return (
              <li
                key={placeKey(place)}
                style={{ gridArea: areaOf(place, layout, side) }}
                data-moved={moved || undefined}
                aria-hidden={!student || undefined}
              >
                {student && (names.get(student.student)?.short ?? student.first_name)}
                {moved && (
                  <span className="at-hidden">
                    {places.has(student.student) ? ' (elsewhere now)' : ' (no seat here now)'}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {seats.some((seat) => hasSeat(layout, seat) && isMoved(seat)) && (
        <Text size="xs" c="dimmed">
          A frame marks who sits elsewhere now, or has no seat here.
        </Text>
      )}
      {lost.length > 0 && (
        <Text size="sm">No seat in the room as it is now: {namesOf(lost).join(', ')}.</Text>
      )}
    </>
  );
}
