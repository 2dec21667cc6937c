import { memo } from 'react';
import { fullName } from '#contract/person-name.ts';
import type { RollRow } from '#contract/marks.ts';
import { hasAttended, statuses, toneOf, type RollStatus, type Status } from '#contract/status.ts';
import { dayOf, timeOfDay } from '#contract/texts.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { dayAndMonth } from '#web/ui/format.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import classes from './Attendance.module.css';
import { detailTexts, saysStatus } from './detail-text.ts';
import { ways } from '#contract/attendance/way-names.ts';

interface RollTableRowProps {
  row: RollRow;
  pendingStatus?: RollStatus;
  comingStatus?: RollStatus;
  date: string;
  timeZone: string;
  selected: boolean;
  select?: (student: number, on: boolean) => void;
  toggle?: (row: RollRow, status: Status) => void;
  withdraw?: (row: RollRow) => void;
  note?: (row: RollRow) => void;
  openDetails?: (row: RollRow, status: Status) => void;
}

/** The time of a mark, with the date when it differs from the roll's. */
function markedAt(instant: string, date: string, timeZone: string): string {
  const day = dayOf(instant, timeZone);
  return `${day === date ? '' : `${dayAndMonth(day)}, `}${timeOfDay(instant, timeZone)}`;
}

/**
 * A student of the roll. Memoised: a tap in a class of 500 renders one row. Plain elements, since
 * parts of Mantine's table render whenever the table does.
 */
export const RollTableRow = memo(function RollTableRow({
  row,
  pendingStatus,
  comingStatus,
  date,
  timeZone,
  selected,
  select,
  toggle,
  withdraw,
  note,
  openDetails,
}: RollTableRowProps) {
  const name = fullName(row);
  const details = detailTexts(row, (instant) => timeOfDay(instant, timeZone));
  return (
    <tr
      data-status={row.status}
      data-tone={toneOf(row.status)}
      data-student={row.student_id}
      data-pending-status={pendingStatus}
    >
      {select && (
        <td className={classes.selectCell}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={(event) => select(row.student, event.currentTarget.checked)}
          />
        </td>
      )}
      <td className={classes.nameCell}>
        <div className={classes.person}>
          <StudentPhoto student={{ name, profile_image: row.profile_image }} size={34} />
          <div>
            <b>
              <PersonName of={row} />
            </b>{' '}
            {row.in_red_list && <RedListTag />}
            {row.on_leave && <span className={classes.onLeave}>On approved leave</span>}
            {details.map((text, at) => (
              <span
                key={text}
                className={classes.detail}
                data-in-button={(at === 0 && saysStatus(row)) || undefined}
              >
                {text}
              </span>
            ))}
          </div>
          {pendingStatus && (
            <span className={classes.pendingStatus}>
              <span className={classes.pendingWord}>
                {pendingStatus === 'N/A' ? 'Taken back' : pendingStatus},{' '}
              </span>
              not sent yet
            </span>
          )}
        </div>
      </td>
      <td className={classes.idCell}>
        <span>{row.student_id}</span>
        {note && (
          <button
            type="button"
            className={classes.note}
            data-is-note
            aria-label={`Note on ${name}`}
            onClick={() => note(row)}
          >
            <span>Note</span>
          </button>
        )}
      </td>
      <td className={classes.phoneCell}>{row.phone_number}</td>
      <td className={classes.markedCell}>
        {row.marked_at && markedAt(row.marked_at, date, timeZone)} {row.how && ways[row.how]}
      </td>
      <td className={classes.statusCell}>
        {toggle && withdraw ? (
          <Marks
            row={row}
            coming={comingStatus ?? row.status}
            shown={pendingStatus ?? row.status}
            name={name}
            toggle={toggle}
            withdraw={withdraw}
          />
        ) : (
          <span className={classes.status}>{row.status}</span>
        )}
        {openDetails && row.status !== 'N/A' && (
          <DetailsButton row={row} name={name} status={row.status} open={openDetails} />
        )}
      </td>
    </tr>
  );
});

/** Lateness, or the reason of an absence. */
function DetailsButton({
  row,
  name,
  status,
  open,
}: {
  row: RollRow;
  name: string;
  status: Status;
  open: NonNullable<RollTableRowProps['openDetails']>;
}) {
  const title = hasAttended(status) ? 'Late' : 'Excuse';
  // On a phone in place of the title, so that it does not move the rows below.
  const detail = row.late_minutes ? `${row.late_minutes} min` : row.excused ? 'Excused' : undefined;
  return (
    <button
      type="button"
      className={classes.note}
      aria-label={[`${title}: ${name}`, ...(detail ? [detail] : [])].join(', ')}
      data-detail={detail}
      onClick={() => open(row, status)}
    >
      {title}
    </button>
  );
}

function Marks({
  row,
  coming,
  shown,
  name,
  toggle,
  withdraw,
}: {
  row: RollRow;
  /** The status when what is under way has arrived. */
  coming: RollStatus;
  /** The status that the row shows: of a mark that waits, its own. */
  shown: RollStatus;
  name: string;
  toggle: NonNullable<RollTableRowProps['toggle']>;
  withdraw: NonNullable<RollTableRowProps['withdraw']>;
}) {
  return (
    <div className={classes.marks} role="group" aria-label={`Status of ${name}: ${shown}`}>
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          className={classes.mark}
          data-mark={status}
          data-tone={toneOf(status)}
          aria-pressed={shown === status}
          onClick={() => (coming === status ? withdraw({ ...row, status }) : toggle(row, status))}
        >
          {status}
        </button>
      ))}
    </div>
  );
}
