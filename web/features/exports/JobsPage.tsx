import { Menu } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Job } from '../../../contract/export.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { sectionKey } from '../../ui/section.ts';
import { toast } from '../../ui/toasts.ts';
import { jobColumns, jobFilters, jobSection } from './section.tsx';

const lookAgainMs = 3000;
const nameOf = ({ title, recipient }: Job) => `${title} to ${recipient}`;
const options = (job: Job) => (job.state === 'failed' ? <TryAgain job={job} /> : null);

/** What became of the exports by mail. */
export function JobsPage() {
  const { time_zone } = useSession().config;
  const queries = useQueryClient();
  const columns = useMemo(() => jobColumns(time_zone), [time_zone]);
  useEffect(() => {
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: sectionKey(jobSection) }), lookAgainMs);
    return () => clearInterval(timer);
  }, [queries]);
  return (
    <ResourceList
      section={jobSection}
      columns={columns}
      usualOrder="-created_at"
      filters={jobFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={options}
    />
  );
}

function TryAgain({ job }: { job: Job }) {
  const queries = useQueryClient();
  async function retry() {
    try {
      const { message } = await api.post<{ message: string }>(`attendance/jobs/${job.id}/retry/`, {});
      toast('success', message, 'shell');
    } catch (error) {
      toast('error', (error as Error).message);
    }
    await queries.invalidateQueries({ queryKey: sectionKey(jobSection) });
  }
  return (
    <Menu.Item leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={() => void retry()}>
      Try again
    </Menu.Item>
  );
}
