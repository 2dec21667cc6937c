import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeRoomClosing } from '#contract/timetable/room-closings.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { toast } from '#web/ui/toasts.ts';

/**
 * Ends a closing of a room. Users without the permission to edit rooms see no button. Classes that were moved from the room
 * stay where they are.
 */
export function OpenRoomAgain({ id, days }: { id: number; days: string }) {
  const can = useCan();
  const queries = useQueryClient();
  const open = useMutation({
    mutationFn: () => request(removeRoomClosing, { params: { id } }),
    onSuccess: () => toast('success', 'Room open again'),
    onError: (error) => toast('error', error.message),
    onSettled: () =>
      Promise.all(
        ['room-closings', 'room-away', 'free-rooms', 'week'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
  if (!can('Classroom', 'edit')) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={open.isPending}
      aria-label={`Open again: ${days}`}
      onClick={() => open.mutate()}
    >
      Open again
    </Button>
  );
}
