import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ClassOnDate } from '#web/school/roll.ts';

/** Links to the history of a roll. */
export function HistoryButton({ of }: { of: ClassOnDate }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconHistory size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/attendance/history" search={of} {...props} />}
    >
      History
    </Button>
  );
}
