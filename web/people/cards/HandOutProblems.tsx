import { Alert } from '@mantine/core';
import { messages } from '#contract/texts.ts';
import type { Failure } from './useHandOut.ts';

interface Props {
  isTorn: boolean;
  /** Why the last card could not be looked up. */
  reading: Error | null;
  /** Cards that were read and not taken. */
  dropped: string[];
  failures: Failure[];
  forgetDropped: () => void;
  forgetFailure: (student: number) => void;
}

/** Cards that were not read, not taken or not given; each stays until it is settled (R-CARD-5). */
export function HandOutProblems(props: Props) {
  const { isTorn, reading, dropped, failures, forgetDropped, forgetFailure } = props;
  const look = { color: 'red', variant: 'outline', role: 'alert' } as const;
  const closable = { ...look, withCloseButton: true, closeButtonLabel: 'Dismiss' } as const;
  return (
    <>
      {isTorn && <Alert {...look}>{messages.cardNotRead}</Alert>}
      {reading && <Alert {...look}>{reading.message}</Alert>}
      {dropped.length > 0 && (
        <Alert {...closable} onClose={forgetDropped}>
          {dropped.length === 1
            ? `Card ${dropped[0]} was not taken. Tap it again.`
            : `Cards ${dropped.join(', ')} were not taken. Tap them again.`}
        </Alert>
      )}
      {failures.map(({ student, text }) => (
        <Alert key={student} {...closable} onClose={() => forgetFailure(student)}>
          {text}
        </Alert>
      ))}
    </>
  );
}
