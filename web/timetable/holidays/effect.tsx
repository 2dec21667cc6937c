import { getHolidayEffect } from '#contract/timetable/holidays.endpoints.ts';
import type { HolidayEffect } from '#contract/timetable/holiday.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';
import { shortDay } from '#web/ui/format.ts';
import classes from './Holidays.module.css';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const counted = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count} ${several}`;

/** Asks for confirmation with the classes that a holiday cancels, and the rolls that were taken then. */
export async function confirmHoliday({ date_from: from, date_to: to }: Values): Promise<boolean> {
  if (!isText(from) || !isText(to)) return true;
  const effect = await request(getHolidayEffect, { query: { from, to } });
  const { cancelled, taken } = effect;
  if (cancelled + taken === 0) return true;
  return confirm({
    title: [
      ...(cancelled ? [`${counted(cancelled, 'class does', 'classes do')} not take place`] : []),
      ...(taken ? [counted(taken, 'roll was taken', 'rolls were taken')] : []),
    ].join(', '),
    text: <Effect of={effect} />,
    yes: 'Save anyway',
    no: 'Go back',
  });
}

function Effect({ of }: { of: HolidayEffect }) {
  return (
    <>
      {of.taken > 0 && (
        <>
          <p>
            Rolls were taken on these days. Their marks stay and still count; no further marks can
            be added there.
          </p>
          <ClassList label="Rolls taken" all={of.rolls} total={of.taken} />
        </>
      )}
      {of.cancelled > 0 && (
        <>
          <p>These classes do not take place. They come back when the holiday is removed.</p>
          <ClassList label="Classes" all={of.classes} total={of.cancelled} />
        </>
      )}
    </>
  );
}

interface ClassListProps {
  label: string;
  all: HolidayEffect['classes'];
  total: number;
}

function ClassList({ label, all, total }: ClassListProps) {
  return (
    <ul className={classes.list} aria-label={label} tabIndex={0}>
      {all.map((it) => (
        <li key={`${it.id} ${it.date}`}>
          {shortDay(it.date)}, {it.start_time}: {it.subject_code}, {it.room_number}, {it.teacher}
        </li>
      ))}
      {total > all.length && <li>and {total - all.length} more</li>}
    </ul>
  );
}
