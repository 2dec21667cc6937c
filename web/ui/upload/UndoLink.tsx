import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';

/** Leads to where an upload can be undone. */
export function UndoLink({
  operation,
  close,
}: {
  operation: number | null | undefined;
  close: () => void;
}) {
  const mayUndo = useCan()('Settings', 'edit');
  const navigate = useNavigate();
  if (!mayUndo || operation === null || operation === undefined) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
      onClick={() => {
        close();
        void navigate({ to: '/change-history/view', search: { id: String(operation) } });
      }}
    >
      Undo…
    </Button>
  );
}
