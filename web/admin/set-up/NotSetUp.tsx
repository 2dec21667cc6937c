import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useIsBuilt } from '#web/platform/useIsBuilt.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { setUpQuery } from './queries.ts';
import { importPath, nextStep, progressText, stepTexts } from './steps.ts';
import { StepLinks } from './StepLinks.tsx';
import { WaitingClasses } from './WaitingClasses.tsx';

/** In the place of a day's classes while no class has students (R-SETUP-2). */
export default function NotSetUp() {
  return useCan()('Settings', 'read') ? (
    <NextStep />
  ) : (
    <EmptyState title="Your institute has no classes yet" />
  );
}

function NextStep() {
  const isBuilt = useIsBuilt();
  const found = useQuery(setUpQuery);
  if (found.isPending) return <PleaseWait />;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { steps } = found.data;
  const next = nextStep(steps);
  return (
    <EmptyState title={`Set up your institute: ${progressText(steps)}`}>
      {next && (
        <>
          <Text>
            Next: {stepTexts[next].title}. {stepTexts[next].why}
          </Text>
          <StepLinks step={next} isNext />
        </>
      )}
      <WaitingClasses />
      <Group gap="md">
        <AnchorLink size="sm" to="/set-up">
          All steps
        </AnchorLink>
        {isBuilt(importPath) && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to={importPath} />}>
            Import the records of another system
          </Anchor>
        )}
      </Group>
    </EmptyState>
  );
}
