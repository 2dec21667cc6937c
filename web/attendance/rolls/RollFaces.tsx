import type { KeyboardEvent } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { RollStatus } from '#contract/status.ts';
import { useDrawnAhead } from '#web/ui/useDrawnAhead.ts';
import { RollFace } from './RollFace.tsx';
import classes from './RollFaces.module.css';
import type { RollMarking } from './roll-marking.ts';
import type { ShortName } from './short-names.ts';

export interface RollFacesProps {
  /** The students that are shown. */
  rows: RollRow[];
  timeZone: string;
  isBusy: boolean;
  pendingStatus?: ReadonlyMap<number, RollStatus> | undefined;
  comingStatus?: ReadonlyMap<number, RollStatus> | undefined;
  /** Undefined for a read-only roll. */
  marking?: RollMarking | undefined;
  /** What tells the students of the whole roll apart. */
  names: ReadonlyMap<number, ShortName>;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The roll as photos with names: a press marks present, another one absent (R-ROLL-29). */
export function RollFaces({
  rows,
  timeZone,
  isBusy,
  pendingStatus,
  comingStatus,
  marking,
  names,
  onKey,
}: RollFacesProps) {
  const list = useDrawnAhead<HTMLUListElement>(rows);
  return (
    <ul
      ref={list}
      className={classes.faces}
      aria-label="Students"
      aria-busy={isBusy || undefined}
      onKeyDown={marking && onKey}
    >
      {rows.map((row) => (
        <FaceOf
          key={row.student}
          row={row}
          {...{ timeZone, pendingStatus, comingStatus, marking, names }}
        />
      ))}
    </ul>
  );
}

type FaceOfProps = Pick<
  RollFacesProps,
  'timeZone' | 'pendingStatus' | 'comingStatus' | 'marking' | 'names'
> & { row: RollRow; area?: string; isFound?: boolean };

/** The face of a student of a roll. */
export const FaceOf = ({
  row,
  area,
  isFound,
  timeZone,
  pendingStatus,
  comingStatus,
  marking,
  names,
}: FaceOfProps) => (
  <RollFace
    row={row}
    short={names.get(row.student)?.short}
    isNamesake={names.get(row.student)?.isNamesake}
    area={area}
    isFound={isFound}
    timeZone={timeZone}
    pendingStatus={pendingStatus?.get(row.student)}
    comingStatus={comingStatus?.get(row.student)}
    toggle={marking?.toggle}
    withdraw={marking?.withdraw}
    note={marking?.note}
    openDetails={marking?.openDetails}
  />
);
