import { Link } from '@tanstack/react-router';
import type { RoomOfDay } from '#contract/timetable/free-room.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { hourOf, hoursOf, type Slot } from './slots.ts';
import classes from './FreeRooms.module.css';

interface RoomGridProps {
  rooms: RoomOfDay[];
  /** The weekday of a new class; null on a day without weekly classes. */
  day: string | null;
}

/** Rooms and the hours of a day; free times link to the form of a new class. */
export function RoomGrid({ rooms, day }: RoomGridProps) {
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
                      </span>
                    ))}
                    {free.map((slot) => (
                      <FreeSlot
                        key={slot.start}
                        room={room}
                        slot={slot}
                        day={canAdd ? day : null}
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
  /** Null where no class can be added. */
  day: string | null;
  /** The whole hour is free. */
  isWhole: boolean;
}

function FreeSlot({ room, slot: { start, end }, day, isWhole }: FreeSlotProps) {
  const text = isWhole ? 'free' : `${start}–${end}`;
  if (day === null) return <i>{text}</i>;
  return (
    <Link
      to="/timetable/add"
      search={{ classroom: String(room.id), day, start, end }}
      aria-label={`New class in ${room.room_number}, ${start}–${end}${isWhole ? ', free' : ''}`}
    >
      {text}
    </Link>
  );
}
