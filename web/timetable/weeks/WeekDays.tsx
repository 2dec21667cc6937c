import { Button } from '@mantine/core';
import { useState, type CSSProperties } from 'react';
import { classCode } from '#contract/class-name.ts';
import { minutesOf } from '#contract/dates.ts';
import type { Week, WeekClass } from '#contract/timetable/week.ts';
import { timeOfDay } from '#contract/texts.ts';
import { weekdays } from '#contract/weekdays.ts';
import { useRerender } from '#web/platform/useRerender.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { counted, fullDay, shortDay } from '#web/ui/format.ts';
import { placed } from '../class-schedules/lanes.ts';
import { useDrag, type Dragged } from './useDrag.ts';
import { useMoveByDrag } from './useMoveByDrag.ts';
import { useWeekKeys } from './useWeekKeys.ts';
import { WeekBlock } from './WeekBlock.tsx';
import classes from './WeekDays.module.css';

const hour = 60;

interface WeekDaysProps {
  label: string;
  week: Week;
  /** Goes to another week. */
  turn: (weeks: -1 | 0 | 1) => void;
  /** Classes are moved by dragging them. */
  canDrag: boolean;
}

/** The days of a week beside one another, below one another where there is no room. */
export function WeekDays({ label, week: { days, results }, turn, canDrag }: WeekDaysProps) {
  const { today, weekdays: chosen } = useSession().config;
  const keys = useWeekKeys(turn);
  // In the list of days of a phone, today is the first that is open.
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const first = Math.floor(Math.min(...results.map((it) => minutesOf(it.start_time))) / hour);
  const last = Math.ceil(Math.max(...results.map((it) => minutesOf(it.end_time))) / hour);
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  const move = useMoveByDrag();
  const drag = useDrag({ first, hours: hours.length, onDrop: canDrag ? move : undefined });
  const isThisWeek = days.some(({ date }) => date === today);
  const byDate = Map.groupBy(results, (it: WeekClass) => it.date);
  // Another day is shown only when a class is held on it.
  const shown = days.filter(
    ({ date }, at) => chosen.some((day) => day === weekdays[at]) || byDate.has(date),
  );
  return (
    <section
      className={classes.scroll}
      tabIndex={0}
      aria-label={label}
      data-week={days[0]?.date}
      aria-description="Arrow keys go from class to class, Page Up and Page Down to the previous and the next week, Home to this week."
      onKeyDown={keys}
    >
      <div className={classes.week} style={{ '--hours': hours.length }}>
        <div className={classes.hours} aria-hidden="true">
          {hours.map((at) => (
            <span key={at}>{String(at).padStart(2, '0')}:00</span>
          ))}
        </div>
        {shown.map(({ date, holidays, closed_rooms }) => {
          const remarks = [...holidays, ...closed_rooms.map(closedText)].join(', ');
          const blocks = placed(byDate.get(date) ?? []);
          const lanes = Math.max(1, ...blocks.map((block) => block.lanes));
          const canFold = isThisWeek && date < today && blocks.length > 0;
          const isFolded = canFold && !unfolded.has(date);
          return (
            <section
              key={date}
              className={classes.day}
              aria-label={fullDay(date)}
              data-day={date}
              data-today={date === today || undefined}
              data-off={remarks !== '' || undefined}
              data-folded={isFolded || undefined}
              style={{ '--lanes': lanes }}
            >
              <h3>
                {shortDay(date)}
                {date === today && <span className="at-hidden"> today</span>}
                {remarks && <small title={remarks}>{remarks}</small>}
              </h3>
              {canFold && (
                <Button
                  className={classes.fold}
                  variant="subtle"
                  size="compact-sm"
                  aria-expanded={!isFolded}
                  aria-label={`${isFolded ? 'Show' : 'Hide'} ${classesOf(blocks.length)} on ${fullDay(date)}`}
                  onClick={() => setUnfolded((days) => days.symmetricDifference(new Set([date])))}
                >
                  {isFolded ? 'Show' : 'Hide'} {classesOf(blocks.length)}
                </Button>
              )}
              {blocks.length === 0 && !remarks && <p>No classes</p>}
              <ul>
                {date === today && <NowMark from={first} to={last} />}
                {blocks.map((block) => (
                  <WeekBlock
                    key={block.it.meeting.id}
                    block={block}
                    from={first * hour}
                    drag={drag}
                  />
                ))}
                {drag.dragged?.date === date && <Ghost of={drag.dragged} from={first * hour} />}
              </ul>
            </section>
          );
        })}
      </div>
    </section>
  );
}

const classesOf = (count: number) => counted(count, 'class', 'classes');

const closedText = ({ room_number, reason }: Week['days'][number]['closed_rooms'][number]) =>
  `${room_number} closed: ${reason}`;

/** Where the day is now, between two hours. */
function NowMark({ from, to }: { from: number; to: number }) {
  const { config, now } = useSession();
  useRerender(true);
  const at = minutesOf(timeOfDay(now().toISOString(), config.time_zone)) / hour;
  if (at < from || at > to) return null;
  return <li className={classes.now} style={{ '--from': at - from }} aria-hidden="true" />;
}

/** The target of the dragged class. */
function Ghost({ of: { it, start_time, end_time }, from }: { of: Dragged; from: number }) {
  const start = minutesOf(start_time);
  const style: CSSProperties = {
    '--from': (start - from) / hour,
    '--length': (minutesOf(end_time) - start) / hour,
  };
  return (
    <li className={classes.ghost} style={style}>
      <strong>{classCode(it)}</strong> {start_time}–{end_time}
    </li>
  );
}
