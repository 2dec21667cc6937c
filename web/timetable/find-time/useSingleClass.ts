import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TimeProposal } from '#contract/timetable/find-time.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { toast } from '#web/ui/toasts.ts';
import { useMeetingChange } from '../meetings/useMeetingChange.ts';

/** A time and room, or only another room at the same time. */
export type Proposed = TimeProposal & { isRoomOnly?: boolean };

/**
 * The form that moves a single class, with a proposal entered; null without a date, for weekly
 * times.
 */
export function useSingleClass(
  id: string | undefined,
  on: string | undefined,
): ((proposed: Proposed) => Promise<void>) | null {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/timetable/find-time' });
  const change = useMeetingChange({ id: Number(id) });
  if (id === undefined || on === undefined) return null;
  const send: typeof change.mutateAsync = async (given) => {
    const done = await change.mutateAsync(given);
    const held = done?.meetings.find((it) => it.class_schedule === Number(id) && it.date !== on);
    if (held) void navigate({ search: (before) => ({ ...before, on: held.date }), replace: true });
    return done;
  };
  return async ({ date, start_time, end_time, classroom, isRoomOnly }) => {
    try {
      const [of, { openMeetingForm }] = await Promise.all([
        queries.fetchQuery({
          queryKey: ['class', id, on],
          queryFn: ({ signal }) =>
            request(classScheduleEndpoints.get, { params: { id }, query: { date: on }, signal }),
          staleTime: 0,
        }),
        import('../meetings/dialog.tsx'),
      ]);
      if (!of.meeting) throw new Error('The class is not held on this date any more');
      const meeting = { ids: [of.meeting.id], sequence: of.meeting.sequence };
      const proposed = {
        ...(classroom && { classroom_id: classroom.id }),
        ...(!isRoomOnly && { date, start_time, end_time }),
      };
      const kind = isRoomOnly ? 'room' : 'move';
      openMeetingForm(kind, { of, meeting, date: on, proposed, send });
    } catch (error) {
      toast('error', asError(error).message);
    }
  };
}
