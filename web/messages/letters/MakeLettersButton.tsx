import { Button } from '@mantine/core';
import { IconCertificate, IconMail } from '@tabler/icons-react';
import type { LetterChoice } from './choice.ts';

interface MakeLettersButtonProps {
  choice: LetterChoice;
  /** After they were made. */
  done: () => void;
}

const labels = {
  certificate: 'Certificates…',
  warning_letter: 'Warning letters…',
  intention_letter: 'Intention to report…',
};

/** Opens the dialog for the selected rows of a list; its code is loaded then. */
export function MakeLettersButton({ choice, done }: MakeLettersButtonProps) {
  const Icon = choice.kind === 'certificate' ? IconCertificate : IconMail;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={15} aria-hidden="true" />}
      onClick={() =>
        void import('./open-letters.tsx').then(({ openLetters }) => openLetters(choice, done))
      }
    >
      {labels[choice.kind]}
    </Button>
  );
}
