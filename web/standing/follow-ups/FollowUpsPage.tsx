import { Button, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { countFollowUps } from '#contract/standing/follow-ups.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { followMs } from '#web/ui/list/useRows.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { followUpColumns, followUpFilters, followUpResource, followUpTitle } from './resource.tsx';

/** What is being done for students on the red list: one's own follow-ups, or all (R-FOLLOW-3). */
export function FollowUpsPage() {
  const editsAll = useCan()('Red List Students', 'edit');
  const { time_zone } = useSession().config;
  const { state = 'open' } = useSearch({ from: '/follow-ups' });
  const columns = useMemo(() => followUpColumns(time_zone, state !== 'open'), [time_zone, state]);
  const filters = useMemo(() => followUpFilters(editsAll), [editsAll]);
  return (
    <ResourceList
      resource={followUpResource}
      columns={columns}
      defaultSort="due_on"
      filters={filters}
      nameOf={followUpTitle}
      onlyShown
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/red-list-students" />}
        >
          Red list
        </Button>
      }
    >
      <Whose editsAll={editsAll} />
    </ResourceList>
  );
}

/** One's own or all, and how many of them are open and overdue. */
function Whose({ editsAll }: { editsAll: boolean }) {
  const { of, owner } = useSearch({ from: '/follow-ups' });
  const navigate = useNavigate();
  const counts = useQuery({
    queryKey: resourceKey(followUpResource, 'counts'),
    queryFn: ({ signal }) => request(countFollowUps, { signal }),
    refetchInterval: followMs,
  });
  const shown = owner || of === 'all' ? 'all' : 'mine';
  const { mine = 0, mine_overdue = 0, all = 0, overdue = 0 } = counts.data ?? {};
  const [open, late] = shown === 'all' ? [all, overdue] : [mine, mine_overdue];
  return (
    <>
      <SegmentedControl
        aria-label="Whose follow-ups"
        data={[
          { value: 'mine', label: 'Mine' },
          { value: 'all', label: editsAll ? 'Everybody’s' : 'All of my students' },
        ]}
        value={shown}
        onChange={(value) =>
          void navigate({
            to: '/follow-ups',
            search: (before) => ({
              ...before,
              of: value === 'all' ? 'all' : undefined,
              owner: undefined,
              page: undefined,
            }),
          })
        }
      />
      <Text c="dimmed" my="xs" role="status">
        {counts.data ? `${open} open, ${late} overdue.` : 'Counting…'}
      </Text>
    </>
  );
}
