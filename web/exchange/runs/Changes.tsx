import { Button, Group, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { recordName } from '#contract/bulk-operation-terms.ts';
import type { ImportChange } from '#contract/exchange/import-change.ts';
import {
  exportImportChanges,
  listImportChanges,
} from '#contract/exchange/import-runs.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request, requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { countOf, longDate } from '#web/ui/format.ts';
import { CardsOrTable } from '#web/ui/list/CardsOrTable.tsx';
import { Paging } from '#web/ui/list/Paging.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { OldAndNew } from '#web/ui/OldAndNew.tsx';
import { outcomeTexts, type ShownChanges } from './shown-changes.ts';
import { runKey } from './text.ts';

interface ChangesProps {
  id: number;
  isDone: boolean;
  /** Null for all of them. */
  shown: ShownChanges | null;
  showAll: () => void;
}

/** Each change that a calendar makes or would make, a page at a time (R-IMPORT-11). */
export function Changes({ id, isDone, shown, showAll }: ChangesProps) {
  const { today } = useSession().config;
  const [page, setPage] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, run } = useDownload();
  const found = useQuery({
    queryKey: [...runKey(String(id)), 'changes', isDone, shown, page],
    queryFn: ({ signal }) =>
      request(listImportChanges, {
        params: { id },
        query: { page, limit: limits.pageSize, ...shown },
        signal,
      }),
    placeholderData: keepPreviousData,
    // The next check has others.
    gcTime: 0,
  });
  const isLoaded = found.isSuccess;
  // A number of the report was pressed: the keyboard goes on at what it counts.
  useEffect(() => {
    if (shown && isLoaded) heading.current?.focus();
  }, [shown, isLoaded]);
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  if (!found.data || (found.data.total === 0 && !shown)) return null;
  const { results, total } = found.data;
  const title = isDone ? 'What was changed' : 'What would change';
  const save = () =>
    void run(async () => {
      const file = await requestFile(exportImportChanges, { params: { id } });
      download(file, fileName({ title: `Import-${id}-changes`, today }, 'csv'));
    });
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}: {shown ? shownText(shown, total) : countOf(total)}
        </Title>
        <Group gap="xs">
          {shown && (
            <Button variant="default" onClick={showAll}>
              Show all changes
            </Button>
          )}
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={save}
          >
            Changes as CSV
          </Button>
        </Group>
      </Group>
      <CardsOrTable
        label={`${title}: list`}
        columns={columns}
        rows={results}
        maxHeight="50vh"
        keyOf={({ number }) => number}
      />
      <Paging page={page} total={total} shown={results.length} go={setPage} />
    </section>
  );
}

/** `2 classes changed`. */
const shownText = ({ record, outcome }: ShownChanges, total: number): string =>
  `${countOf(total)} ${recordName(record, total)} ${outcomeTexts[outcome]}`;

const columns = [
  {
    title: 'Class',
    cell: ({ class: name, record }: ImportChange) => name || recordName(record, 1),
  },
  {
    title: 'Date',
    cell: ({ record, outcome, date }: ImportChange) =>
      date === null
        ? ''
        : record === 'class_schedule' && outcome === 'updated'
          ? `from ${longDate(date)}`
          : longDate(date),
  },
  {
    title: 'Change',
    cell: ({ record, outcome }: ImportChange) =>
      `${recordName(record, 1)} ${outcomeTexts[outcome]}`,
  },
  {
    title: 'Old → new',
    cell: ({ fields, outcome }: ImportChange) => (
      <OldAndNew fields={fields} change={outcome === 'created' ? 'added' : 'changed'} />
    ),
  },
];
