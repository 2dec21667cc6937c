import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { checkKinds, maxFindings, type CheckKind } from '#contract/attendance/check.ts';
import { listChecks } from '#contract/attendance/checks.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './Checks.module.css';
import { Findings } from './Findings.tsx';
import { checkTitles } from './kinds.ts';

const isKind = (text: string | undefined): text is CheckKind =>
  checkKinds.some((kind) => kind === text);

/** Problems in the institute's data, each with links that fix it (R-CHECK-1). */
export function ChecksPage() {
  const { kind }: { kind?: string } = useSearch({ from: '/checks' });
  const { time_zone: timeZone } = useSession().config;
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: ['checks'],
    queryFn: ({ signal }) => request(listChecks, { signal }),
  });
  // A tab that stayed open over an upgrade does not know kinds that came with it.
  const all = found.data?.results.filter((it) => isKind(it.kind)) ?? [];
  const chosen = isKind(kind) ? kind : all.find(({ count }) => count > 0)?.kind;
  return (
    <div className={classes.page}>
      <PageHead title="Checks" />
      {found.data && (
        <Group className={classes.asOf} gap="xs">
          <Text size="sm" c="dimmed">
            As of {moment(found.data.as_of, timeZone)}
            {found.data.compared_with &&
              `; new: more than in the night of ${longDate(found.data.compared_with)}`}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            loading={found.isRefetching}
            onClick={() => void queries.invalidateQueries({ queryKey: ['checks'] })}
          >
            Check again
          </Button>
        </Group>
      )}
      {found.isPending && <PleaseWait />}
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      <nav aria-label="Checks" className={`at-card ${classes.kinds}`}>
        {all.map((it) => (
          <Link
            key={it.kind}
            to="/checks"
            search={{ kind: it.kind }}
            replace
            resetScroll={false}
            aria-current={it.kind === chosen ? 'true' : undefined}
            data-clear={it.count === 0}
          >
            <span>{checkTitles[it.kind].title}</span>
            <b>
              {it.count === maxFindings ? `${maxFindings} or more` : it.count || '✓'}
              {it.before !== null && it.count > it.before && (
                <small> {it.count - it.before} new</small>
              )}
            </b>
          </Link>
        ))}
        <Link to="/timetable/health">Clashes, rooms over capacity</Link>
        <Link to="/open-rolls">Rolls of earlier days</Link>
        <Link to="/erasure-texts">Texts of erased students</Link>
      </nav>
      {chosen ? (
        <Findings key={chosen} kind={chosen} />
      ) : (
        found.isSuccess && <EmptyState title="Nothing to look at" />
      )}
    </div>
  );
}
