import { Radio, Stack, Text } from '@mantine/core';
import type { LaterOperations } from '#contract/exchange/undo-with-later.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { actorOf, countsText, rowsText, titleOf, type Act } from './text.ts';
import classes from './UndoDialog.module.css';
import type { Outcome } from './useUndo.ts';

interface LaterChangesProps {
  later: LaterOperations;
  act: Act;
  isWithLater: boolean;
  change: (isWithLater: boolean) => void;
  /** What each choice would do, once it is known. */
  alone: Outcome | undefined;
  all: Outcome | undefined;
}

/** Whether what came later, or in the same step, is undone too; the list of it (R-UNDO-6). */
export function LaterChanges({ later, act, isWithLater, change, alone, all }: LaterChangesProps) {
  const { total, refusal, operations } = later;
  const isStep = operations.length > 0 && operations.every(({ is_step }) => is_step);
  const inOrder = isStep
    ? 'All of the step, in the right order.'
    : 'The latest first, in one step.';
  return (
    <>
      <Radio.Group
        label={`What to ${act.verb.toLowerCase()}`}
        value={isWithLater ? 'all' : 'one'}
        onChange={(value) => change(value === 'all')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="one" label="This change only" description={numbersOf(alone, act)} />
          <Radio
            value="all"
            label={allText(total, isStep)}
            description={refusal ?? [inOrder, numbersOf(all, act)].filter(Boolean).join(' ')}
            disabled={refusal !== null}
          />
        </Stack>
      </Radio.Group>
      {operations.length > 0 && (
        <List
          operations={operations}
          label={isStep ? 'Undone in the same step' : 'Later changes'}
        />
      )}
    </>
  );
}

function allText(total: number, isStep: boolean): string {
  if (isStep) return `This and the ${total === 1 ? 'other' : `${total} others`} of the same step`;
  return total === 1 ? 'This and the later change' : `This and the ${total} later changes`;
}

/** "1,447 rows undone, 591 rows stay." */
function numbersOf(of: Outcome | undefined, { done }: Act) {
  if (!of) return undefined;
  const stays = of.refused === 1 ? 'stays' : 'stay';
  const left = of.refused ? `, ${rowsText(of.refused)} ${stays}` : '';
  return `${rowsText(of.undone)} ${done}${left}.`;
}

function List({ operations, label }: Pick<LaterOperations, 'operations'> & { label: string }) {
  const { time_zone } = useSession().config;
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <ul className={`at-card ${classes.list}`}>
        {operations.map((one) => (
          <li key={one.id}>
            <Text size="sm" fw={600}>
              {titleOf(one)}
            </Text>
            <Text size="sm" c="dimmed">
              {moment(one.done_at, time_zone)}, {actorOf(one)}
            </Text>
            <Text size="sm">{countsText(one.counts)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
