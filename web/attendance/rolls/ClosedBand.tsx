import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayOf, timeOfDay } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { dayAndMonth } from '#web/ui/format.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import classes from '#web/ui/Band.module.css';
import { mayReopenQuery } from './history/queries.ts';
import { HeldMarks } from './LazyHeldMarks.tsx';
import { useReopen } from './useReopen.tsx';

const ReopenDialog = lazyPart(() => import('./ReopenDialog.tsx'), {
  onFail: ({ close }) => partNotLoaded(close),
});

/**
 * Shows that a roll is closed, and reopens it (R-ROLL-11).
 */
export function ClosedBand({
  of,
  date,
  onReopened,
}: {
  of: ClassSchedule;
  date: string;
  onReopened?: () => void;
}) {
  const { config } = useSession();
  const can = useCan();
  const { asks, isPending, cancel, reopen, begin } = useReopen({ id: of.id, date }, onReopened);
  const { meeting } = of;
  const isClosed = meeting?.roll_closed === true && !meeting.archived;
  const { data: mayReopen, isError } = useQuery({
    ...mayReopenQuery({ id: of.id, date }, meeting?.closed_at ?? null),
    enabled: isClosed && can('Attendance', 'edit'),
  });
  const held = (
    <HeldMarks
      of={{ id: of.id, date }}
      why={isClosed ? 'closed' : meeting?.archived ? 'archived' : 'any'}
    />
  );
  // Marks stay held when their roll is opened again; that of an archived class cannot be (`MeetingBand` says it).
  if (!meeting || !isClosed) {
    // On an open roll, those who decide about them; of an archived class everyone who marks.
    const sees = can('Attendance', meeting?.archived ? 'edit' : 'teacherFilter');
    return meeting && sees ? held : null;
  }
  return (
    <>
      <div className={classes.band} role="status">
        <b>{closedText(meeting.closed_at, date, config.time_zone)}</b>
        {can('Attendance', 'edit') && (mayReopen ?? isError) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            onClick={() => begin(meeting.closed_at)}
          >
            Reopen
          </Button>
        )}
        {asks && <ReopenDialog {...asks} isPending={isPending} reopen={reopen} close={cancel} />}
      </div>
      {can('Attendance', 'edit') && held}
    </>
  );
}

function closedText(closedAt: string | null, date: string, timeZone: string): string {
  if (closedAt === null) return 'Closed: the days for changing this roll have passed';
  const day = dayOf(closedAt, timeZone);
  const time = timeOfDay(closedAt, timeZone);
  return `Roll closed at ${day === date ? '' : `${dayAndMonth(day)}, `}${time}`;
}
