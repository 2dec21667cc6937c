import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reopenRoll, undoMarks } from '#contract/attendance/attendance.endpoints.ts';
import type { Roll } from '#contract/marks.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { toast } from '#web/ui/toasts.ts';
import { classQuery, rollQuery, type ClassOnDate } from '#web/school/roll.ts';
import { absences, reopenedText, writtenByClosing } from './reopen-text.ts';

interface Choice {
  reason: string | null;
  take_back: boolean;
}

/**
 * Reopens a roll (R-ROLL-11): at once where there is nothing to choose; otherwise `asks` says what the dialog
 * asks for.
 */
export function useReopen({ id, date }: ClassOnDate, onReopened?: () => void) {
  const queries = useQueryClient();
  const mayUndo = useCan()('Attendance', 'delete');
  const [asks, setAsks] = useState<{ written: number; needsReason: boolean } | null>(null);
  const of = { class_schedule: id, date };
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: classQuery({ id, date }).queryKey }),
      queries.invalidateQueries({ queryKey: rollQuery({ id, date }).queryKey }),
      queries.invalidateQueries({ queryKey: ['classes', date] }),
    ]);
  const again = useMutation({
    mutationFn: (student: number[]) =>
      request(undoMarks, { body: { ...of, student, status: 'N/A' } }),
    async onSuccess({ students, fail }) {
      toast('success', `${absences(students.length)} written again.`);
      const [first] = fail;
      if (first) toast('error', `${first.name ?? first.student_id}: ${first.status}`);
      await refresh();
    },
    onError: (error) => toast('error', error.message),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ reason, take_back }: Choice) =>
      request(reopenRoll, { body: { ...of, reason, ...(take_back && { take_back }) } }),
    async onSuccess({ students }) {
      setAsks(null);
      const undo = () => {
        notifications.clean();
        again.mutate(students);
      };
      toast(
        'success',
        students.length > 0 && mayUndo ? (
          <>
            {reopenedText(students.length)}{' '}
            <Anchor component="button" type="button" size="sm" underline="always" onClick={undo}>
              Undo
            </Anchor>
          </>
        ) : (
          reopenedText(students.length)
        ),
      );
      onReopened?.();
      await refresh();
    },
    onError(error) {
      if (error instanceof ApiError && error.body['reason'])
        setAsks((shown) => ({ written: shown?.written ?? 0, needsReason: true }));
      else toast('error', error.message);
    },
  });
  return {
    asks,
    isPending,
    cancel: () => setAsks(null),
    reopen: mutate,
    /** @param closedAt when it was closed; null where the days for changing it have passed. */
    begin: (closedAt: string | null) => {
      const roll = queries.getQueryData<Roll>(rollQuery({ id, date }).queryKey);
      const written = writtenByClosing(roll?.results ?? [], closedAt);
      if (written > 0) setAsks({ written, needsReason: false });
      else mutate({ reason: null, take_back: false });
    },
  };
}
