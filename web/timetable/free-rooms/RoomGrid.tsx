import { Link } from '@tanstack/react-router';
import type { RoomOfDay } from '#contract/timetable/free-room.ts';
import { weeksOf } from '#web/platform/week-names.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { hourOf, hoursOf, type Slot } from './slots.ts';
import classes from './FreeRooms.module.css';

interface RoomGridProps {
  rooms: RoomOfDay[];
  /** What the form of a new class begins with; the weekday is null on a day without weekly classes. */
  form: { day: string | null; semester: string | undefined; weeks: string | undefined };
}

/** Rooms and the hours of a day; free times link to the form of a new class. */
export function RoomGrid({ rooms, form }: RoomGridProps) {
  const canAdd = useCan()('Timetables', 'add');
  const hours = hoursOf(rooms);
  return (
    <section className={`at-scroll ${classes.scroll}`} tabIndex={0} aria-label="Rooms, table">
      <table className={classes.grid} aria-label="Rooms">
        <thead>
          <tr>
            <th scope="col">Room</th>
            {hours.map((at) => (
              <th key={at} scope="col">
                {String(at).padStart(2, '0')}:00
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room.id} data-room={room.room_number}>
              <th scope="row">
                {room.room_number}
                {room.capacity > 0 && <small>{room.capacity} seats</small>}
                {room.closed !== null && (
                  <small className={classes.closed}>Closed: {room.closed}</small>
                )}
              </th>
              {hours.map((at) => {
                const { taken, free } = hourOf(room.taken, at, room.closed === null);
                return (
                  <td
                    key={at}
                    data-free={taken.length === 0 && room.closed === null}
                    data-closed={room.closed !== null || undefined}
                  >
                    {room.closed !== null && taken.length === 0 && <i>closed</i>}
                    {taken.map((it) => (
                      <span
                        key={`${it.class_schedule} ${it.start_time}`}
                        title={`${it.start_time}–${it.end_time}`}
                      >
                        {it.subject_code}
                        {it.weeks !== null && `, ${weeksOf(it)}`}
                      </span>
                    ))}
                    {free.map((slot) => (
                      <FreeSlot
                        key={slot.start}
                        room={room}
                        slot={slot}
                        form={canAdd ? form : { ...form, day: null }}
                        isWhole={taken.length === 0}
                      />
                    ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FreeSlotProps {
  room: RoomOfDay;
  slot: Slot;
  /** The weekday is null where no class can be added. */
  form: RoomGridProps['form'];
  /** The whole hour is free. */
  isWhole: boolean;
}

function FreeSlot({ room, slot: { start, end }, form, isWhole }: FreeSlotProps) {
  const { day, semester, weeks } = form;
  const text = isWhole ? 'free' : `${start}–${end}`;
  if (day === null) return <i>{text}</i>;
  return (
    <Link
      to="/timetable/add"
      search={{ classroom: String(room.id), day, start, end, semester, weeks }}
      aria-label={`New class in ${room.room_number}, ${start}–${end}${isWhole ? ', free' : ''}`}
    >
      {text}
    </Link>
  );
}
