import { Button } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import type { ClassOnDate } from '#web/school/roll.ts';
import { useSignInSheet } from './useSignInSheet.ts';

/** Downloads the sign-in sheet of a class on a date as a PDF. */
export function SignInSheetButton({ of }: { of: ClassOnDate }) {
  const { busy, save } = useSignInSheet(of);
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      leftSection={<IconClipboardText size={16} aria-hidden="true" />}
      onClick={save}
    >
      Sign-in sheet
    </Button>
  );
}
