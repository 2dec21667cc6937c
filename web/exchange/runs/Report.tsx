import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { exportImportProblems } from '#contract/exchange/import-runs.endpoints.ts';
import {
  importProblemLevels,
  type ImportRun,
  type ImportRunReport,
} from '#contract/exchange/import-run.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { Preview } from '#web/ui/upload/Preview.tsx';
import { WaitingClasses } from '#web/admin/public/WaitingClasses.ts';
import { Changes } from './Changes.tsx';
import { Counts } from './Counts.tsx';
import { Problems } from './Problems.tsx';
import { addressOf, shownBy, type ShownChanges } from './shown-changes.ts';
import { columnTitlesOf } from './text.ts';

/** What an import would do or did, and what was found in its file but for errors. */
export function Report({
  run: { id, kind, unusable },
  report,
}: {
  run: ImportRun;
  report: ImportRunReport;
}) {
  const { counts, problems, totals, operation, written, changes, changed_since } = report;
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const { show } = useSearch({ from: '/import' });
  const navigate = useNavigate();
  const shown = useMemo(() => shownBy(show), [show]);
  const showChanges = (changes: ShownChanges | null) =>
    void navigate({
      to: '/import',
      search: { id: String(id), ...(changes && { show: addressOf(changes) }) },
      replace: true,
      resetScroll: false,
    });
  const isListing = kind === 'calendar' && !unusable;
  const save = () =>
    void run(async () => {
      const file = await requestFile(exportImportProblems, { params: { id } });
      download(file, fileName({ title: `Import-${id}`, today }, 'csv'));
    });
  const all = importProblemLevels.reduce((sum, level) => sum + totals[level], 0);
  return (
    <>
      {changed_since && (
        <Alert color="yellow" variant="outline" role="alert" title="Nothing was written yet">
          Somebody changed records after the check. Look at what the file changes now, and import it
          again.
        </Alert>
      )}
      {written && (
        <Text>
          {operation !== null && (
            <>
              <ChangeLink id={operation} />
              {', where it '}
              <UndoLink id={operation} />
              {', alone or with everything after it in one step. '}
            </>
          )}
          <NextPage kind={kind} />
        </Text>
      )}
      {written && kind === 'oneroster' && <WaitingClasses />}
      {written && counts.some(({ table, created }) => table === 'classroom' && created > 0) && (
        <RoomsMade />
      )}
      {counts.length > 0 && (
        <Counts counts={counts} isDone={written} show={isListing ? showChanges : undefined} />
      )}
      {changes !== undefined && changes.rows.length > 0 && (
        <>
          <Title order={3} size="h5">
            Students that would change
          </Title>
          <Preview of={changes} />
        </>
      )}
      {(['skipped', 'note'] as const).map((level) => (
        <Problems
          key={level}
          level={level}
          problems={problems.filter((one) => one.level === level)}
          total={totals[level]}
          titleOf={columnTitlesOf(kind)}
        />
      ))}
      {isListing && (
        <Changes
          key={show ?? ''}
          id={id}
          isDone={written}
          shown={shown}
          showAll={() => showChanges(null)}
        />
      )}
      {all > 0 && (
        <Group>
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={save}
          >
            Report as CSV
          </Button>
        </Group>
      )}
    </>
  );
}

const UndoLink = ({ id }: { id: number }) => (
  <Anchor
    underline="always"
    renderRoot={(props) => (
      <Link {...props} to="/change-history/view" search={{ id: String(id), show: 'undo' }} />
    )}
  >
    can be undone
  </Anchor>
);

const ChangeLink = ({ id }: { id: number }) => (
  <Anchor
    underline="always"
    renderRoot={(props) => (
      <Link {...props} to="/change-history/view" search={{ id: String(id) }} />
    )}
  >
    The recorded change
  </Anchor>
);

/** Where somebody goes on after an import. */
const NextPage = ({ kind }: { kind: ImportRun['kind'] }) =>
  kind === 'students' || kind === 'photos' ? (
    <>
      <Anchor underline="always" renderRoot={(props) => <Link {...props} to="/students" />}>
        Students
      </Anchor>
      {kind === 'students' && (
        <>
          {', '}
          <Anchor
            underline="always"
            renderRoot={(props) => <Link {...props} to="/enroll-by-cohort/add" />}
          >
            enrol them by cohort
          </Anchor>
        </>
      )}
    </>
  ) : (
    <Anchor underline="always" renderRoot={(props) => <Link {...props} to="/timetable" />}>
      Timetables
    </Anchor>
  );

/** Rooms that were made have no seats: those with the fewest come first. */
const RoomsMade = () => (
  <Text size="sm">
    New rooms have no capacity yet:{' '}
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link {...props} to="/classroom" search={{ ordering: 'capacity' }} />}
    >
      enter how many seats they have
    </Anchor>
    .
  </Text>
);
