import { Alert, Text, Title } from '@mantine/core';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import type { LaterOperations } from '#contract/exchange/undo-with-later.ts';
import {
  changesText,
  countsText,
  followersText,
  rowsText,
  titleOf,
  withDates,
  type Act,
} from './text.ts';
import type { Outcome } from './useUndo.ts';

/** What an undo did, or would do, and the rows that stay with the reasons. */
export function UndoOutcome({
  of: { undone, refused, following, counts, parts },
  act,
  isDone,
  without,
}: {
  of: Outcome;
  act: Act;
  isDone: boolean;
  /** What would not be undone, on which rows may be built. */
  without?: LaterOperations | undefined;
}) {
  const staying = parts
    .map(({ rows, ...part }) => ({ ...part, rows: rows.filter(({ follows }) => !follows) }))
    .filter(({ rows }) => rows.length > 0);
  const named = staying.flatMap(({ rows }) => rows);
  const of = parts.length > 1 ? ` of ${changesText(parts.length)}` : '';
  return (
    <>
      <Alert
        variant="outline"
        color={refused + named.length ? 'yellow' : 'green'}
        role="status"
        title={`${rowsText(undone)}${of} ${isDone ? act.done : `can be ${act.done}`}`}
      >
        {undone > 0 && `${isDone ? 'Now' : 'Then'}: ${countsText(counts)}. `}
        {refused > 0 && stayText(refused, isDone)}
      </Alert>
      {named.length > 0 && !isDone && <Text size="sm">{hintOf(act, without)}</Text>}
      {named.length > 0 && (
        <section className="at-scroll" tabIndex={0} aria-label="Not undone">
          {staying.map((part) => (
            <Staying key={part.id} of={part.of} rows={part.rows} act={act} />
          ))}
        </section>
      )}
      {following > 0 && <Text size="sm">{followersText(following)}</Text>}
      {refused - following > named.filter(({ partly }) => !partly).length && (
        <Text size="sm" c="dimmed">
          The first {named.length}; all of them are in the CSV file afterwards.
        </Text>
      )}
    </>
  );
}

const stayText = (count: number, isDone: boolean): string =>
  `${rowsText(count)} ${isDone ? 'stayed' : 'would stay'} as ${count === 1 ? 'it is' : 'they are'}.`;

/** What to do about rows that stay. */
function hintOf({ verb }: Act, without: LaterOperations | undefined): string {
  const others = without?.operations ?? [];
  if (others.some(({ is_step }) => is_step))
    return 'Rows miss what the same step took: that has to come back first. Bring back both.';
  return verb === 'Undo' && others.length > 0
    ? 'What was used since stays: undo it with the later changes.'
    : verb === 'Undo'
      ? 'What was used since stays.'
      : 'What these rows need is not there.';
}

function Staying({ of, rows, act }: Pick<Outcome['parts'][number], 'of' | 'rows'> & { act: Act }) {
  const { time_zone } = useSession().config;
  return (
    <>
      {of && (
        <Title order={3} size="h6" px={10} pt="xs">
          {titleOf(of)}, {moment(of.done_at, time_zone)}
        </Title>
      )}
      <table className="at-table">
        <thead>
          <tr>
            <th>Name</th>
            <th>Why it is not {act.done}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ table, key, label, reason, partly }) => (
            <tr key={`${table} ${key}`}>
              <td>{withDates(label ?? `${recordName(table, 1)} ${key}`)}</td>
              <td>
                {partly && 'In part: '}
                {withDates(reason)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
