import { useUser } from '#web/platform/SessionProvider.tsx';
import { CheckInButton } from './CheckInButton.tsx';
import { StandInNote } from './StandInNote.tsx';
import { checkInFor, withLogs, type TaughtClass } from './taught-class.ts';
import { useCheckInOfClass } from './useCheckInOfClass.ts';

/** The check-in of the class whose roll is open. */
export function TeacherCheckIn({ of }: { of: TaughtClass }) {
  const found = useCheckInOfClass(of);
  const { teacher_id } = useUser();
  const logs = found.data?.results ?? [];
  const read = withLogs(of, logs);
  const { state, who } = checkInFor(read, teacher_id);
  return (
    <>
      {logs.map((log) => (
        <StandInNote key={log.id} log={log} />
      ))}
      <CheckInButton
        of={read}
        state={found.isPending ? undefined : state}
        {...(who !== undefined && { who })}
      />
    </>
  );
}
