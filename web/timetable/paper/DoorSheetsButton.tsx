import { Button } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';

interface DoorSheetsButtonProps {
  date: string;
  /** The room of the page; null for all. */
  room: number | null;
}

/** Opens the dialog that makes door sheets. */
export function DoorSheetsButton(of: DoorSheetsButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDoorEnter size={16} aria-hidden="true" />}
      onClick={() =>
        void import('./DoorSheetsDialog.tsx').then(({ openDoorSheets }) => openDoorSheets(of))
      }
    >
      Door sheets
    </Button>
  );
}
