import { modals } from '@mantine/modals';
import type { LetterChoice } from './choice.ts';
import { LettersDialog } from './LettersDialog.tsx';

const titles = {
  certificate: 'Attendance certificates',
  warning_letter: 'Warning letters',
  intention_letter: 'Intention to report',
};

/** Opens the dialog that previews and makes letters or certificates. */
export function openLetters(choice: LetterChoice, done?: () => void): void {
  const id = modals.open({
    title: titles[choice.kind],
    size: '52rem',
    children: (
      <LettersDialog
        choice={choice}
        close={() => modals.close(id)}
        done={() => {
          modals.close(id);
          done?.();
        }}
      />
    ),
  });
}
