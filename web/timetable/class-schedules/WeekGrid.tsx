import type { CSSProperties } from 'react';
import { Link } from '@tanstack/react-router';
import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { weekdays, type Weekday } from '#contract/weekdays.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { weeksOf } from '#web/platform/week-names.ts';
import { minutesOf } from '#contract/dates.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { placed, type Placed } from './lanes.ts';
import classes from './WeekGrid.module.css';

/** A class of the week grid. */
interface WeekClass {
  id: number;
  subject: { subject_name: string; subject_code: string };
  class_type: string;
  group_name: string | null;
  day_of_week: Weekday;
  start_time: string;
  end_time: string;
  weeks: string | null;
  color_coding: string;
  classroom: { room_number: string };
  more_rooms: { room_number: string }[];
  teacher: { first_name: string; last_name: string };
  co_teachers: { first_name: string; last_name: string }[];
}

const hour = 60;

/** The days with classes of a usual week, classes as blocks in their colours. */
export function WeekGrid({ classes: given }: { classes: WeekClass[] }) {
  const first = Math.floor(Math.min(...given.map((it) => minutesOf(it.start_time))) / hour);
  const last = Math.ceil(Math.max(...given.map((it) => minutesOf(it.end_time))) / hour);
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  const chosen = useSession().config.weekdays;
  const days = weekdays
    .map((day) => ({ day, blocks: placed(given.filter((it) => it.day_of_week === day)) }))
    .filter(({ day, blocks }) => chosen.includes(day) || blocks.length > 0);
  return (
    <section className={classes.scroll} tabIndex={0} aria-label="Week">
      <div className={classes.week} style={{ '--hours': hours.length }}>
        <div className={classes.hours} aria-hidden="true">
          {hours.map((at) => (
            <span key={at}>{String(at).padStart(2, '0')}:00</span>
          ))}
        </div>
        {days.map(({ day, blocks }) => (
          <section
            key={day}
            className={classes.day}
            aria-label={day}
            style={{ minWidth: `${Math.max(1, ...blocks.map(({ lanes }) => lanes)) * 6.5}rem` }}
          >
            <h2>{day}</h2>
            <ul>
              {blocks.map((block) => (
                <Block key={block.it.id} block={block} from={first * hour} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function Block({ block: { it, lane, lanes }, from }: { block: Placed<WeekClass>; from: number }) {
  const edits = useCan()('Timetables', 'edit');
  const start = minutesOf(it.start_time);
  const style: CSSProperties = {
    '--color': it.color_coding,
    '--from': (start - from) / hour,
    '--length': (minutesOf(it.end_time) - start) / hour,
    left: `${(100 * lane) / lanes}%`,
    width: `${100 / lanes}%`,
  };
  const text = (
    <>
      <strong>{classCode(it)}</strong>
      <span>
        {it.start_time}–{it.end_time}
      </span>
      {it.weeks !== null && <span>{weeksOf(it)}</span>}
      <span>{it.subject.subject_name}</span>
      <span>
        {it.class_type}, {namesOfRooms(it)}
      </span>
      <span>
        <TeacherNames of={it} />
      </span>
    </>
  );
  return (
    <li className={classes.block} style={style}>
      {edits ? (
        <Link to="/timetable/add" search={{ edit: String(it.id) }}>
          {text}
        </Link>
      ) : (
        <div>{text}</div>
      )}
    </li>
  );
}
