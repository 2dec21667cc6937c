import { useDroppable } from '@dnd-kit/core';
import { placeKey, type Place } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import { Pupil } from './Pupil.tsx';
import classes from './Seating.module.css';

interface EditedSeatProps {
  place: Place;
  /** `grid-area`. */
  area: string;
  /** Whether the place has a seat. */
  isSeat: boolean;
  student: RollRow | undefined;
  isLayout: boolean;
  picked: number | null;
  press: (student: number | undefined) => void;
  /** Takes the seat away, or puts one there. */
  toggle: () => void;
}

/** A place of a room that is edited. */
export function EditedSeat(props: EditedSeatProps) {
  const { place, area, isSeat, student, isLayout, picked, press, toggle } = props;
  const { row, column } = place;
  const { setNodeRef, isOver } = useDroppable({
    id: placeKey(place),
    data: place,
    disabled: !isSeat || isLayout,
  });
  const where = `row ${row}, seat ${column}`;
  return (
    <li
      ref={setNodeRef}
      className={classes.place}
      style={{ gridArea: area }}
      data-over={isOver || undefined}
      data-is={isSeat ? 'seat' : 'gap'}
    >
      {isLayout ? (
        <button
          type="button"
          className={classes.free}
          data-place={placeKey(place)}
          aria-pressed={isSeat}
          onClick={toggle}
        >
          <span className="at-hidden">
            Row {row}, place {column}:{' '}
          </span>
          {student ? fullName(student) : isSeat ? 'Seat' : 'No seat'}
        </button>
      ) : student ? (
        <Pupil
          student={student}
          place={placeKey(place)}
          where={where}
          isPicked={picked === student.student}
          disabled={false}
          press={() => press(student.student)}
        />
      ) : (
        isSeat && (
          <button
            type="button"
            className={classes.free}
            data-place={placeKey(place)}
            data-target={picked !== null || undefined}
            onClick={() => press(undefined)}
          >
            <span className="at-hidden">Empty: {where}</span>
          </button>
        )
      )}
    </li>
  );
}
