import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  checkImportRun,
  getImportRun,
  removeImportRun,
  writeImportRun,
} from '#contract/exchange/import-runs.endpoints.ts';
import type { ImportRun } from '#contract/exchange/import-run.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { countOf, moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { answersOf, headingOf, isChanged } from './heading.ts';
import { Problems } from './Problems.tsx';
import { Questions } from './Questions.tsx';
import { Report } from './Report.tsx';
import {
  blockersOf,
  changesNothing,
  changesText,
  columnTitlesOf,
  isUnderWay,
  kindTitles,
  runKey,
  runsKey,
  stateTitles,
} from './text.ts';

/** How often a run that is worked on is read again. */
const pollMs = 1000;

/** One import, in whatever state it is; the address has its id. */
export function RunView({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const { time_zone } = useSession().config;
  const run = useQuery({
    queryKey: runKey(id),
    queryFn: ({ signal }) => request(getImportRun, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? pollMs : false),
  });
  if (run.isPending) return <PleaseWait />;
  if (run.isError) return <LoadError error={run.error} retry={() => void run.refetch()} />;
  const { kind, file_name, started_at, started_by, state } = run.data;
  return (
    <>
      <Text mb="sm">
        {kindTitles[kind]}: {file_name}, sent on {moment(started_at, time_zone)}
        {started_by && ` by ${started_by.name}`}.
      </Text>
      {isUnderWay(state) ? (
        <Working run={run.data} mayEdit={mayEdit} />
      ) : (
        <Ended
          key={`${state} ${JSON.stringify(run.data.answers)}`}
          run={run.data}
          mayEdit={mayEdit}
        />
      )}
    </>
  );
}

function Working({
  run: { id, state, phase, done, total },
  mayEdit,
}: {
  run: ImportRun;
  mayEdit: boolean;
}) {
  const discard = useDiscard(id);
  const label = phase ?? stateTitles[state];
  const percent = total ? Math.round((100 * done) / total) : 0;
  return (
    <Stack py="xl" role="status" aria-live="polite">
      <Text>
        {label} …{total ? ` ${countOf(done)} of ${countOf(total)}` : ''}
      </Text>
      <Progress value={total ? percent : 100} animated size="lg" aria-label={label} />
      <Text size="sm" c="dimmed">
        You can leave this page: it goes on, and Import lists it.
      </Text>
      {mayEdit && (
        <Group>
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
            Discard
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Discards a run that waits, has ended, or whose job has died; one that is worked on is refused. */
function useDiscard(id: number) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => request(removeImportRun, { params: { id } }),
    async onSuccess() {
      await navigate({ to: '/import', search: {} });
      queries.removeQueries({ queryKey: runKey(String(id)) });
      await queries.invalidateQueries({ queryKey: runsKey });
    },
    onError: (failure) => toast('error', asError(failure).message),
  });
}

function Ended({ run, mayEdit }: { run: ImportRun; mayEdit: boolean }) {
  const { id, state, report, error } = run;
  const { time_zone } = useSession().config;
  const heading = useRef<HTMLHeadingElement>(null);
  const queries = useQueryClient();
  const discard = useDiscard(id);
  const [answers, setAnswers] = useState<Record<string, string>>(() => answersOf(run));
  // What came of the work is read out, and where the keyboard goes on.
  useEffect(() => heading.current?.focus(), []);
  const order = useMutation({
    mutationFn: (endpoint: typeof checkImportRun | typeof writeImportRun) =>
      request(endpoint, { params: { id }, body: { answers } }),
    onSuccess: (next) => queries.setQueryData(runKey(String(id)), next),
    onError: (failure) => toast('error', asError(failure).message),
  });
  async function write() {
    if (!report) return;
    const sure = await confirm({
      title: 'Import this file?',
      text: `It ${changesText(report, 'does')}. ${leftOutText(report.totals.skipped)}It is one change, which Change history can undo${replacesPhotos(run) ? ', but for the photos that it replaces: they are deleted' : ''}.`,
      yes: 'Import',
    });
    if (sure) order.mutate(writeImportRun);
  }
  const hasChanges = isChanged(run, answers);
  const isOpen = report?.questions.some(({ answer }) => answer === null);
  const hasErrors = (report?.totals.error ?? 0) > 0;
  return (
    <Stack>
      <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {headingOf(run, answers)}
      </Title>
      {error !== null && (
        <Alert color="red" variant="outline" role="alert">
          {error}
        </Alert>
      )}
      {report && (
        <>
          {run.kind === 'calendar' && !run.unusable && (
            <Text size="sm" c="dimmed">
              Times are in {time_zone}.
            </Text>
          )}
          <Problems level="error" {...blockersOf(report)} titleOf={columnTitlesOf(run.kind)} />
          {state !== 'written' && report.questions.length > 0 && (
            <Questions
              questions={report.questions}
              answers={answers}
              isReadOnly={!mayEdit}
              change={(name, value) => setAnswers((before) => ({ ...before, [name]: value }))}
            />
          )}
          <Report run={run} report={report} />
        </>
      )}
      {mayEdit && (
        <Group className="at-foot" style={{ '--at-foot': 'var(--mantine-color-body)' }}>
          {state !== 'written' && (
            <Button
              variant={report && !hasChanges && !isOpen ? 'default' : 'filled'}
              loading={order.isPending}
              onClick={() => order.mutate(checkImportRun)}
            >
              Check again
            </Button>
          )}
          {state === 'checked' && (
            <Button
              variant={report && changesNothing(report) ? 'default' : 'filled'}
              disabled={isOpen || hasChanges || hasErrors}
              loading={order.isPending}
              onClick={() => void write()}
            >
              Import
            </Button>
          )}
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
            {state === 'written' ? 'Remove from the list' : 'Discard'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const leftOutText = (count: number): string =>
  count === 0
    ? ''
    : `${countOf(count)} ${count === 1 ? 'row of the files is' : 'rows of the files are'} left out. `;

/** Photos that are replaced are the only thing that no undo brings back. */
const replacesPhotos = ({ kind, report }: ImportRun): boolean =>
  kind === 'photos' &&
  report?.questions.some(({ name, answer }) => name === 'existing' && answer === 'replace') ===
    true;
