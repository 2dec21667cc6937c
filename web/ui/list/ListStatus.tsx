import type { UseQueryResult } from '@tanstack/react-query';
import { PleaseWait } from '../PleaseWait.tsx';
import { StaleBand } from '../StaleBand.tsx';
import { ListError } from './ListError.tsx';
import type { Change, ListState } from './useListState.ts';

interface ListStatusProps {
  read: UseQueryResult;
  state: ListState;
  change: (change: Change) => void;
}

/** Whether the rows are being read, could not be read, or may be out of date. */
export function ListStatus({ read, state, change }: ListStatusProps) {
  return (
    <>
      {read.isError && read.data === undefined && (
        <ListError
          error={read.error}
          retry={() => void read.refetch()}
          filters={state.filters}
          change={change}
        />
      )}
      <StaleBand reads={[read]} />
      {read.isPending && <PleaseWait />}
    </>
  );
}
