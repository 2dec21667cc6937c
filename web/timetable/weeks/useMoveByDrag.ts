import { moveMeeting } from '#contract/timetable/meetings.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { toast } from '#web/ui/toasts.ts';
import { useMeetingChange } from '../meetings/useMeetingChange.ts';
import type { Dragged } from './useDrag.ts';
import { weekPlace } from './week-place.ts';

/** Moves a dropped class; a question lists clashes, and the move can be undone. */
export function useMoveByDrag(): (dragged: Dragged) => void {
  const change = useMeetingChange(weekPlace);
  return ({ it, date, start_time, end_time }) => {
    const { id, sequence } = it.meeting;
    if (date === it.date && start_time === it.start_time) return;
    const body = { sequence, date, start_time, end_time };
    change.mutate(
      {
        send: (confirmed) =>
          request(moveMeeting, { params: { id }, body: { ...body, ...confirmed } }),
        done: 'Class moved',
      },
      {
        // Other errors are shown by the change itself.
        onError(error) {
          if (error instanceof ApiError && error.status === 400) toast('error', error.message);
        },
      },
    );
  };
}
