import { useSearch } from '@tanstack/react-router';
import { ReadRoll } from './ReadRoll.tsx';
import { ChosenRoll } from './RollFrame.tsx';

/** `attendance/view?id=&date=`: the roll in read-only mode. */
export function ViewRollPage() {
  const { id, date } = useSearch({ from: '/attendance/view' });
  return (
    <ChosenRoll id={id} date={date}>
      {(of, schedule, roll) => <ReadRoll of={of} schedule={schedule} roll={roll} />}
    </ChosenRoll>
  );
}
