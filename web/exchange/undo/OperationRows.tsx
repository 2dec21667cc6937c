import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordName, rowChanges, type RowChange } from '#contract/bulk-operation-terms.ts';
import type { OperationRow } from '#contract/exchange/bulk-operation.ts';
import { listOperationRows } from '#contract/exchange/bulk-operations.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { OldAndNew } from '#web/ui/OldAndNew.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { operationResource } from './resource.tsx';
import { followersText, withDates } from './text.ts';

type Which = 'all' | RowChange | 'refused';
const pageRows = 50;

const changeTitles: Record<RowChange, string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
};

/** The rows of a change, with a search; those that could not be undone first. */
export function OperationRows({ id, isPartly }: { id: number; isPartly: boolean }) {
  const [which, setWhich] = useState<Which>('all');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const found = useInfiniteQuery({
    queryKey: resourceKey(operationResource, 'rows', id, which, search),
    queryFn: ({ pageParam, signal }) =>
      request(listOperationRows, {
        params: { id },
        query: {
          page: pageParam,
          limit: pageRows,
          ...(search && { search }),
          ...(which === 'refused' && { refused: 'causes' }),
          ...(which !== 'refused' && which !== 'all' && { change: which }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const followers = useQuery({
    queryKey: resourceKey(operationResource, 'rows', id, 'followers'),
    queryFn: ({ signal }) =>
      request(listOperationRows, {
        params: { id },
        query: { limit: 1, refused: 'followers' },
        signal,
      }),
    enabled: isPartly && which === 'refused',
  });
  const following = which === 'refused' && !search ? (followers.data?.total ?? 0) : 0;
  const rows = found.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <>
      <Group mb="xs">
        <TextInput
          type="search"
          aria-label="Search the rows"
          placeholder="Search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Rows"
          value={which}
          onChange={(value) => setWhich(value as Which)}
          data={[
            { value: 'all', label: 'All' },
            ...rowChanges.map((value) => ({ value, label: changeTitles[value] })),
            ...(isPartly ? [{ value: 'refused', label: 'Not undone' }] : []),
          ]}
        />
      </Group>
      {found.isPending && <PleaseWait />}
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && rows.length === 0 && <EmptyState title="No rows found" />}
      {rows.length > 0 && <Rows rows={rows} />}
      {following > 0 && (
        <Text size="sm" mt="xs">
          {followersText(following)} The CSV file has all of them.
        </Text>
      )}
      {found.hasNextPage && (
        <Button
          variant="default"
          mt="xs"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Rows({ rows }: { rows: OperationRow[] }) {
  return (
    <section className="at-scroll" tabIndex={0} aria-label="Rows of the change">
      <table className="at-table">
        <thead>
          <tr>
            <th>Name</th>
            <th>Change</th>
            <th>Old → new</th>
            <th>Undone</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ table, key, label, change, fields, undone, refusal }) => (
            <tr key={`${table} ${key}`}>
              <td>{withDates(label ?? `${recordName(table, 1)} ${key}`)}</td>
              <td>
                {changeTitles[change]} {recordName(table, 1)}
              </td>
              <td>
                <OldAndNew fields={fields} change={change} />
              </td>
              <td>
                {undone ? 'Yes' : refusal ? 'No' : ''}
                {refusal && `: ${withDates(refusal)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
