import { Menu } from '@mantine/core';
import { memo } from 'react';
import { ways } from '#contract/attendance/way-names.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import {
  hasAttended,
  statuses,
  statusFacts,
  statusText,
  toneOf,
  type RollStatus,
  type Status,
} from '#contract/status.ts';
import { timeOfDay } from '#contract/texts.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { detailTexts, saysStatus } from './detail-text.ts';
import { takesTwoLines } from './name-lines.ts';
import classes from './RollFaces.module.css';

interface RollFaceProps {
  row: RollRow;
  /** Its place in a grid, as `grid-area`. */
  area?: string | undefined;
  /** A search among others has found them. */
  isFound?: boolean | undefined;
  timeZone: string;
  pendingStatus?: RollStatus | undefined;
  comingStatus?: RollStatus | undefined;
  toggle?: ((row: RollRow, status: Status) => void) | undefined;
  /** The name where there is little room; the first name without it. */
  short?: string | undefined;
  /** Another student of the roll has the same name. */
  isNamesake?: boolean | undefined;
  withdraw?: ((row: RollRow) => void) | undefined;
  note?: ((row: RollRow) => void) | undefined;
  openDetails?: ((row: RollRow, status: Status) => void) | undefined;
}

/** Returns the status after a press: a student who is present becomes absent, any other present. */
const nextOf = (status: RollStatus): Status => (hasAttended(status) ? 'Absent' : 'Present');

/** A student with photo, name and status. Memoised: a tap in a class of 500 renders one. */
export const RollFace = memo(function RollFace(props: RollFaceProps) {
  const { row, area, isFound, timeZone, pendingStatus, comingStatus, toggle } = props;
  const { short, isNamesake } = props;
  const shown = pendingStatus ?? row.status;
  const name = fullName(row);
  const details = pendingStatus ? [] : detailTexts(row, (instant) => timeOfDay(instant, timeZone));
  const isInPlace = !pendingStatus && saysStatus(row);
  const [word = '', ...others] = isInPlace ? details : [statusText(shown), ...details];
  const content = (
    <>
      <StudentPhoto student={{ name, profile_image: row.profile_image }} size={84} />
      <b className={classes.name} data-fits={takesTwoLines(name) || undefined}>
        <PersonName of={row} />
      </b>
      <b className={classes.short}>
        <bdi>{short ?? row.first_name}</bdi>
      </b>
      <span className={classes.status}>
        {shown === 'N/A' ? word : `${statusFacts[shown].sign} ${word}`}
      </span>
      <span className={classes.details}>
        {isNamesake && <span className={classes.id}>{row.student_id}</span>}
        {pendingStatus && <span className={classes.pending}>not sent yet</span>}
        {row.in_red_list && <RedListTag />}
        {row.on_leave && <span>On leave</span>}
        {others.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </>
  );
  return (
    <li
      className={classes.face}
      data-student={row.student_id}
      data-status={row.status}
      data-tone={toneOf(shown)}
      data-pending-status={pendingStatus}
      data-steady
      data-found={isFound || undefined}
      {...(area !== undefined && { style: { gridArea: area } })}
    >
      {toggle ? (
        <button
          type="button"
          className={classes.press}
          data-mark={nextOf(comingStatus ?? row.status)}
          onClick={() => toggle(row, nextOf(comingStatus ?? row.status))}
        >
          {content}
        </button>
      ) : (
        <div className={classes.press}>{content}</div>
      )}
      {toggle && <MoreMenu {...props} name={name} toggle={toggle} />}
    </li>
  );
});

/** A missing one is *N/A*. */
const isNumber = (phone: string): boolean => /\d/.test(phone);

/** Everything that the list offers for a student. */
function MoreMenu({
  row,
  name,
  isNamesake,
  comingStatus,
  toggle,
  timeZone,
  withdraw,
  note,
  openDetails,
}: RollFaceProps & { name: string; toggle: NonNullable<RollFaceProps['toggle']> }) {
  const status = comingStatus ?? row.status;
  return (
    <LazyMenu
      position="bottom-end"
      width={200}
      withinPortal
      target={
        <button
          type="button"
          className={`at-icon-button at-dots ${classes.more}`}
          aria-label={`More for ${isNamesake ? `${name} (${row.student_id})` : name}`}
        />
      }
    >
      <Menu.Label>
        {row.student_id}
        {row.marked_at && row.how && (
          <>
            {' '}
            · {timeOfDay(row.marked_at, timeZone)} {ways[row.how]}
          </>
        )}
      </Menu.Label>
      {statuses
        .filter((other) => other !== status)
        .map((other) => (
          <Menu.Item key={other} onClick={() => toggle(row, other)}>
            {other}
          </Menu.Item>
        ))}
      {openDetails && (
        <>
          <Menu.Item onClick={() => openDetails(row, 'Present')}>Late…</Menu.Item>
          <Menu.Item onClick={() => openDetails(row, 'Absent')}>Excuse…</Menu.Item>
        </>
      )}
      {note && <Menu.Item onClick={() => note(row)}>Note…</Menu.Item>}
      {isNumber(row.phone_number) && (
        <Menu.Item component="a" href={`tel:${row.phone_number.replaceAll(/[^+\d]/g, '')}`}>
          Call {row.phone_number}
        </Menu.Item>
      )}
      {withdraw && status !== 'N/A' && (
        <Menu.Item onClick={() => withdraw({ ...row, status })}>Take back</Menu.Item>
      )}
    </LazyMenu>
  );
}
