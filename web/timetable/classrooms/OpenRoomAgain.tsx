import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoomClosing } from '#contract/timetable/room-closing.ts';
import { removeRoomClosing } from '#contract/timetable/room-closings.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { counted } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { refreshMeetings, useUndoOperation } from '../meetings/useMeetingChange.ts';

interface OpenRoomAgainProps {
  of: Pick<RoomClosing, 'id' | 'with'>;
  /** The days of the closing, in words. */
  days: string;
}

/**
 * Ends a closing of a room, alone or together with what was moved or cancelled when it was closed. Users without the
 * permission to edit rooms see no button.
 */
export function OpenRoomAgain({ of, days }: OpenRoomAgainProps) {
  const can = useCan();
  const queries = useQueryClient();
  const { id, with: closed } = of;
  const open = useMutation({
    mutationFn: () => request(removeRoomClosing, { params: { id } }),
    onSuccess: () => toast('success', 'Room open again'),
    onError: (error) => toast('error', error.message),
    onSettled: () => refreshMeetings(queries),
  });
  const takeBack = useUndoOperation('Room open again, with its classes');
  if (!can('Classroom', 'edit')) return null;
  const isBusy = open.isPending || takeBack.isPending;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={open.isPending}
        disabled={isBusy}
        aria-label={`Open again: ${days}`}
        onClick={() => open.mutate()}
      >
        Open again
      </Button>
      {closed && can('Timetables', 'edit') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={takeBack.isPending}
          disabled={isBusy}
          onClick={() => takeBack.mutate(closed.operation)}
        >
          Open, and take {counted(closed.meetings, 'class', 'classes')} back
        </Button>
      )}
    </>
  );
}
