import { Alert, Text, Title } from '@mantine/core';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { changesText, countsText, rowsText, titleOf } from './text.ts';
import type { Outcome } from './useUndo.ts';

/** What an undo did, or would do, and the rows that stay with the reasons. */
export function UndoOutcome({
  of: { undone, refused, counts, parts },
  isDone,
  hasLater = false,
}: {
  of: Outcome;
  isDone: boolean;
  /** Later changes would not be undone, on which rows may be built. */
  hasLater?: boolean;
}) {
  const staying = parts.filter(({ rows }) => rows.length > 0);
  const named = staying.flatMap(({ rows }) => rows);
  const of = parts.length > 1 ? ` of ${changesText(parts.length)}` : '';
  return (
    <>
      <Alert
        variant="outline"
        color={named.length ? 'yellow' : 'green'}
        role="status"
        title={`${rowsText(undone)}${of} ${isDone ? 'undone' : 'can be undone'}`}
      >
        {undone > 0 && `${isDone ? 'Now' : 'Then'}: ${countsText(counts)}. `}
        {refused > 0 && stayText(refused, isDone)}
      </Alert>
      {named.length > 0 && !isDone && (
        <Text size="sm">
          {hasLater
            ? 'What was used since stays: undo it with the later changes.'
            : 'What was used since stays.'}
        </Text>
      )}
      {named.length > 0 && (
        <section
          className="at-scroll"
          tabIndex={0}
          aria-label="Not undone"
          style={{ maxHeight: '45vh' }}
        >
          {staying.map((part) => (
            <Staying key={part.id} of={part.of} rows={part.rows} />
          ))}
        </section>
      )}
      {refused > named.filter(({ partly }) => !partly).length && (
        <Text size="sm" c="dimmed">
          The first {named.length}; all of them are in the CSV file afterwards.
        </Text>
      )}
    </>
  );
}

const stayText = (count: number, isDone: boolean): string =>
  `${rowsText(count)} ${isDone ? 'stayed' : 'would stay'} as ${count === 1 ? 'it is' : 'they are'}.`;

function Staying({ of, rows }: Pick<Outcome['parts'][number], 'of' | 'rows'>) {
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
            <th>Why it is not undone</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ table, key, label, reason, partly }) => (
            <tr key={`${table} ${key}`}>
              <td>{label ?? `${recordName(table, 1)} ${key}`}</td>
              <td>
                {partly && 'In part: '}
                {reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
