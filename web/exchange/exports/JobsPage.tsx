import { Menu } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { retryJob } from '#contract/exchange/exports.endpoints.ts';
import type { Job } from '#contract/exchange/export.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { asError } from '#web/platform/as-error.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { jobColumns, jobFilters, jobResource } from './resource.tsx';

const lookAgainMs = 3000;
const nameOf = ({ title, recipient }: Job) => `${title} to ${recipient}`;
const options = (job: Job) => (job.state === 'failed' ? <RetryButton job={job} /> : null);

/** The state of exports by mail. */
export function JobsPage() {
  const { time_zone } = useSession().config;
  const queries = useQueryClient();
  const columns = useMemo(() => jobColumns(time_zone), [time_zone]);
  useEffect(() => {
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: resourceKey(jobResource) }),
      lookAgainMs,
    );
    return () => clearInterval(timer);
  }, [queries]);
  return (
    <ResourceList
      resource={jobResource}
      columns={columns}
      defaultSort="-created_at"
      filters={jobFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={options}
    />
  );
}

function RetryButton({ job }: { job: Job }) {
  const queries = useQueryClient();
  async function retry() {
    try {
      const { message } = await request(retryJob, { params: { id: job.id } });
      toast('success', message, 'shell');
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: resourceKey(jobResource) });
  }
  return (
    <Menu.Item
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      onClick={() => void retry()}
    >
      Try again
    </Menu.Item>
  );
}
