import { Anchor, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { BackButton } from '#web/ui/BackButton.tsx';
import { RosterExport } from './RosterExport.tsx';
import { RunList } from './RunList.tsx';
import { RunView } from './RunView.tsx';
import { StartForm } from './StartForm.tsx';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';

/** Files of other systems are checked here, and written when somebody confirms it (R-IMPORT-1). */
export function ImportPage() {
  const { id, show } = useSearch({ from: '/import' });
  const mayEdit = useCan()('Settings', 'edit');
  return (
    <>
      <PageHead title="Import">{id !== undefined && <BackButton />}</PageHead>
      {id === undefined ? (
        <>
          <Text c="dimmed" mb="sm">
            A file of another system is checked first: you see what would change, and nothing is
            written before you confirm it. What was imported{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link {...props} to="/change-history" search={{ kind: 'import' }} />
              )}
            >
              can be undone
            </Anchor>
            , all imports in one step.
          </Text>
          {mayEdit && <StartForm />}
          <RunList />
          <RosterExport key={show ?? ''} isSought={show === 'export'} />
        </>
      ) : (
        <RunView key={id} id={id} mayEdit={mayEdit} />
      )}
    </>
  );
}
