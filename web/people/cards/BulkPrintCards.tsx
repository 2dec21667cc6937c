import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { Student } from '#contract/student.ts';

/** Opens the dialog that prints the cards of the selected students; its code is loaded then. */
export function BulkPrintCards({ students, done }: { students: Student[]; done: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPrinter size={15} aria-hidden="true" />}
      onClick={() =>
        void import('./PrintCards.tsx').then(({ openPrintCards }) => openPrintCards(students, done))
      }
    >
      Print cards…
    </Button>
  );
}
