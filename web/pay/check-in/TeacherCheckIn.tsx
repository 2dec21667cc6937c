import { fullName } from '#contract/person-name.ts';
import { CheckInButton } from './CheckInButton.tsx';
import { StandInNote } from './StandInNote.tsx';
import type { TaughtClass } from './useCheckIn.ts';
import { useCheckInOfClass } from './useCheckInOfClass.ts';

/** The check-in of the class whose roll is open. */
export function TeacherCheckIn({ of }: { of: TaughtClass }) {
  const found = useCheckInOfClass(of);
  const log = found.data?.results[0];
  return (
    <>
      {log && <StandInNote log={log} />}
      <CheckInButton
        of={of}
        state={found.isPending ? undefined : (log?.status ?? null)}
        who={log && fullName(log.teacher)}
      />
    </>
  );
}
