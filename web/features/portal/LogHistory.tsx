import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import type { PayrollChange } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { moment } from '../../ui/names.ts';
import { sectionKey } from '../../ui/section.ts';
import classes from './Portal.module.css';
import { portalSection } from './section.ts';

const words: Record<PayrollChange['what'], string> = {
  checked_in: 'checked in',
  entered: 'entered it',
  changed: 'changed it',
  reopened: 'reopened it',
  withdrawn: 'withdrew it',
  contested: 'objected',
};

/** Who did what to a check-in, when, from what to what, and why. */
export function LogHistory({ id }: { id: number }) {
  const { time_zone } = useSession().config;
  const found = useQuery({
    queryKey: sectionKey(portalSection, 'history', id),
    queryFn: ({ signal }) => api.get<List<PayrollChange>>(`attendance/payroll-logs/${id}/history/`, { query: { limit: limits.pickerRows }, signal }),
  });
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  return (
    <section className={`at-card ${classes.history}`} aria-labelledby="history">
      <Title order={2} size="h5" id="history">
        History
      </Title>
      {found.data?.total === 0 && <Text c="dimmed">Nothing has been recorded about this check-in.</Text>}
      <ol>
        {found.data?.results.map((change) => (
          <li key={change.id}>
            <strong>{change.by}</strong> {words[change.what]}, {moment(change.at, time_zone)}
            {change.reason && <>: “{change.reason}”</>}
            {change.changes.length > 0 && (
              <ul>
                {change.changes.map(({ field, from, to }) => (
                  <li key={field}>
                    {field}: {from} → {to}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
