import { Button } from '@mantine/core';
import { IconNotes } from '@tabler/icons-react';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { SignInSheetButton } from '#web/timetable/public/SignInSheetButton.ts';
import { QrButton } from '../qr/QrButton.tsx';
import { HistoryButton } from './HistoryButton.tsx';

/** What can be opened from the head of a roll that is taken. */
export function RollTools({ of, openNotes }: { of: ClassOnDate; openNotes: () => void }) {
  const { config } = useSession();
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconNotes size={16} aria-hidden="true" />}
        onClick={openNotes}
      >
        Notes
      </Button>
      <HistoryButton of={of} />
      <SignInSheetButton of={of} />
      {config.student_sign_in && of.date === config.today && <QrButton of={of} />}
    </>
  );
}
