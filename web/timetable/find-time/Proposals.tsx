import { roomInText, roomName } from '#contract/room-name.ts';
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { reasonsFor, type TimeProposal, type TimesFound } from '#contract/timetable/find-time.ts';
import { shortDay } from '#web/ui/format.ts';
import classes from './FindTime.module.css';
import type { FindTimeSearch } from './search.ts';
import { useSingleClass, type Proposed } from './useSingleClass.ts';

interface Props {
  found: TimesFound;
  search: FindTimeSearch;
}

/** Times and rooms, the best first, each with its reasons and a link to the form. */
export function Proposals({ found, search }: Props) {
  return (
    <ol className={`at-card ${classes.proposals}`} aria-label="Proposed times">
      {found.current && (
        <li className={`${classes.proposal} ${classes.now}`} data-current>
          <Proposal it={found.current} found={found} />
          <Text size="sm">Now</Text>
          <OtherRooms now={found.current} rooms={found.rooms} search={search} />
        </li>
      )}
      {found.results.map((it) => (
        <li key={`${it.day_of_week} ${it.start_time}`} className={classes.proposal}>
          <Proposal it={it} found={found} />
          <UseButton label={`Use ${timeOf(it)}`} text="Use" proposed={it} search={search} />
        </li>
      ))}
    </ol>
  );
}

/** `Tuesday 10:30`, or the date of a single class. */
const timeOf = ({ date, day_of_week, start_time }: TimeProposal): string =>
  `${date === null ? day_of_week : shortDay(date)} ${start_time}`;

function Proposal({ it, found }: { it: TimeProposal; found: TimesFound }) {
  return (
    <>
      <span className={classes.time}>
        {timeOf(it)}–{it.end_time}
      </span>
      <span>
        {it.classroom
          ? `${roomName(it.classroom.room_number)}, ${it.classroom.capacity} seats`
          : 'No free room'}
      </span>
      <ul className={classes.reasons}>
        {reasonsFor(it, found).map(({ good, text }) => (
          <li key={text} data-good={good}>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

interface OtherRoomsProps extends Pick<Props, 'search'> {
  now: TimeProposal;
  rooms: TimesFound['rooms'];
}

/** Keeps the time, in another room. */
function OtherRooms({ now, rooms, search }: OtherRoomsProps) {
  if (rooms.length === 0) return null;
  return (
    <div className={classes.rooms} role="group" aria-label="Other rooms at this time">
      Other rooms at this time:
      {rooms.map((classroom) => (
        <UseButton
          key={classroom.id}
          label={`Use ${roomInText(classroom.room_number)}`}
          text={`${classroom.room_number} (${classroom.capacity})`}
          proposed={{ ...now, classroom, isRoomOnly: true }}
          search={search}
        />
      ))}
    </div>
  );
}

interface UseButtonProps extends Pick<Props, 'search'> {
  label: string;
  text: string;
  proposed: Proposed;
}

/** Links to the form of the class with the proposal entered; for a single class to the form of its move. */
function UseButton({ label, text, proposed, search }: UseButtonProps) {
  const { id, on } = search;
  const openForm = useSingleClass(id, on);
  if (openForm)
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={label}
        onClick={() => void openForm(proposed)}
      >
        {text}
      </Button>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      renderRoot={(props) => (
        <Link {...props} to="/timetable/add" search={formOf(proposed, search)} />
      )}
    >
      {text}
    </Button>
  );
}

/** The address of the form with a proposal filled in. */
const formOf = (
  it: TimeProposal,
  { id, semester, teacher, further, weeks, from }: FindTimeSearch,
) => ({
  ...(id && { edit: id }),
  ...(semester && !id && { semester }),
  ...(teacher && { teacher }),
  ...(teacher && further && { further }),
  ...(weeks && { weeks }),
  ...(from && id && { from }),
  ...(it.classroom && { classroom: String(it.classroom.id) }),
  day: it.day_of_week,
  start: it.start_time,
  end: it.end_time,
});
