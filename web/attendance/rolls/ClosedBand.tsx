import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reopenRoll } from '#contract/attendance/attendance.endpoints.ts';
import { dayOf, timeOfDay } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { dayAndMonth } from '#web/ui/format.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { toast } from '#web/ui/toasts.ts';
import classes from '#web/ui/Band.module.css';
import { classQuery, rollQuery } from '#web/school/roll.ts';
import { HeldMarks } from './LazyHeldMarks.tsx';

const ReopenDialog = lazyPart(() => import('./ReopenDialog.tsx'), {
  onFail: ({ close }) => partNotLoaded(close),
});

/**
 * Shows that a roll is closed, and reopens it: after the days for editing only with a reason
 * (R-ROLL-11).
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
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const reopen = useMutation({
    mutationFn: (reason: string | null) =>
      request(reopenRoll, { body: { class_schedule: of.id, date, reason } }),
    async onSuccess() {
      setAsks(false);
      toast('success', 'The roll is open again');
      onReopened?.();
      const key = { id: of.id, date };
      await Promise.all([
        queries.invalidateQueries({ queryKey: classQuery(key).queryKey }),
        queries.invalidateQueries({ queryKey: rollQuery(key).queryKey }),
        queries.invalidateQueries({ queryKey: ['classes', date] }),
      ]);
    },
    onError(error) {
      if (error instanceof ApiError && error.body['reason']) setAsks(true);
      else toast('error', error.message);
    },
  });
  const { meeting } = of;
  const held = <HeldMarks of={{ id: of.id, date }} />;
  // Marks stay held when their roll is opened again; that of an archived class cannot be (`MeetingBand` says it).
  if (!meeting?.roll_closed || meeting.archived) {
    // On an open roll, those who decide about them; of an archived class everyone who marks.
    const sees = can('Attendance', meeting?.archived ? 'edit' : 'teacherFilter');
    return meeting && sees ? held : null;
  }
  return (
    <>
      <div className={classes.band} role="status">
        <b>{closedText(meeting.closed_at, date, config.time_zone)}</b>
        {can('Attendance', 'edit') && (
          <Button
            size="compact-sm"
            variant="default"
            loading={reopen.isPending}
            onClick={() => reopen.mutate(null)}
          >
            Reopen
          </Button>
        )}
        {asks && (
          <ReopenDialog
            isPending={reopen.isPending}
            reopen={(reason) => reopen.mutate(reason)}
            close={() => setAsks(false)}
          />
        )}
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
