import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { checkKinds, maxFindings, type CheckKind } from '#contract/check.ts';
import { listChecks } from '#contract/endpoints/checks.ts';
import { request } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import classes from './Checks.module.css';
import { Findings } from './Findings.tsx';
import { checkTitles } from './kinds.ts';

const isKind = (text: string | undefined): text is CheckKind =>
  checkKinds.some((kind) => kind === text);

/** Problems in the institute's data, each with links that fix it (R-CHECK-1). */
export function ChecksPage() {
  const { kind }: { kind?: string } = useSearch({ from: '/checks' });
  const found = useQuery({
    queryKey: ['checks'],
    queryFn: ({ signal }) => request(listChecks, { signal }),
  });
  const all = found.data?.results ?? [];
  const chosen = isKind(kind) ? kind : all.find(({ count }) => count > 0)?.kind;
  return (
    <div className={classes.page}>
      <Title order={1} size="h3" mt="xs">
        Checks
      </Title>
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
            <b>{it.count === maxFindings ? `${maxFindings} or more` : it.count || '✓'}</b>
          </Link>
        ))}
        <Link to="/timetable/health">Clashes, rooms over capacity</Link>
        <Link to="/open-rolls">Rolls of earlier days</Link>
      </nav>
      {chosen ? (
        <Findings key={chosen} kind={chosen} />
      ) : (
        found.isSuccess && <EmptyState title="Nothing to look at" />
      )}
    </div>
  );
}
