import { Radio, Stack } from '@mantine/core';
import type { LaterOperations } from '#contract/undo-with-later.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { countsText, titleOf } from './text.ts';

interface LaterChangesProps {
  later: LaterOperations;
  isWithLater: boolean;
  change: (isWithLater: boolean) => void;
}

/** Whether the later changes are undone, too; the list of them, the latest first (R-UNDO-6). */
export function LaterChanges({ later, isWithLater, change }: LaterChangesProps) {
  const { total, refusal, operations } = later;
  return (
    <>
      <Radio.Group
        label="What to undo"
        value={isWithLater ? 'all' : 'one'}
        onChange={(value) => change(value === 'all')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="one" label="This change only" />
          <Radio
            value="all"
            label={
              total === 1 ? 'This and the later change' : `This and the ${total} later changes`
            }
            description={refusal ?? 'The latest first, in one step.'}
            disabled={refusal !== null}
          />
        </Stack>
      </Radio.Group>
      {operations.length > 0 && <List operations={operations} />}
    </>
  );
}

function List({ operations }: Pick<LaterOperations, 'operations'>) {
  const { time_zone } = useSession().config;
  return (
    <section
      className="at-scroll"
      tabIndex={0}
      aria-label="Later changes"
      style={{ maxHeight: '25vh' }}
    >
      <table className="at-table">
        <thead>
          <tr>
            <th>Later change</th>
            <th>When</th>
            <th>Who</th>
            <th>Rows</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ id, kind, about, done_at, done_by, counts }) => (
            <tr key={id}>
              <td>{titleOf({ kind, about })}</td>
              <td>{moment(done_at, time_zone)}</td>
              <td>{done_by?.name ?? 'Command line'}</td>
              <td>{countsText(counts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
