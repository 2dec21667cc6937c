import { Alert, Text, Title } from '@mantine/core';
import type { UndoResult } from '#contract/bulk-operation.ts';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { changesText, countsText, rowsText } from './text.ts';
import type { Outcome } from './useUndo.ts';

/** What an undo did, or would do, and the rows that stay with the reasons. */
export function UndoOutcome({
  of: { undone, refused, counts, parts },
  isDone,
}: {
  of: Outcome;
  isDone: boolean;
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
        {refused > 0 && `${rowsText(refused)} ${isDone ? 'stayed' : 'would stay'} as they are.`}
      </Alert>
      {named.length > 0 && !isDone && (
        <Text size="sm">What was used since stays: undo later changes first.</Text>
      )}
      {named.length > 0 && (
        <section
          className="at-scroll"
          tabIndex={0}
          aria-label="Not undone"
          style={{ maxHeight: '45vh' }}
        >
          {staying.map(({ id, title, rows }) => (
            <Staying key={id} title={title} rows={rows} />
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

function Staying({ title, rows }: { title: string | null; rows: UndoResult['rows'] }) {
  return (
    <>
      {title !== null && (
        <Title order={3} size="h6" mt="xs">
          {title}
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
