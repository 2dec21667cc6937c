import { modals } from '@mantine/modals';
import type { LetterChoice } from './choice.ts';
import { LettersDialog } from './LettersDialog.tsx';

/** Opens the dialog that previews and makes letters or certificates. */
export function openLetters(choice: LetterChoice, done?: () => void): void {
  const id = modals.open({
    title: choice.kind === 'certificate' ? 'Attendance certificates' : 'Warning letters',
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
