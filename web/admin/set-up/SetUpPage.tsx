import { Anchor, Badge, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SetUp } from '#contract/admin/set-up.ts';
import { useIsBuilt } from '#web/platform/useIsBuilt.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { setUpQuery } from './queries.ts';
import classes from './SetUp.module.css';
import { countText, importPath, nextStep, progressText, stepTexts } from './steps.ts';
import { StepLinks } from './StepLinks.tsx';
import { WaitingClasses } from './WaitingClasses.tsx';

/** `/set-up`: what an institute needs before the first roll, and what is missing (R-SETUP-1). */
export function SetUpPage() {
  const found = useQuery(setUpQuery);
  return (
    <div className={classes.page}>
      <PageHead title="Set up" />
      {found.isPending && <PleaseWait />}
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {found.data && (
        <>
          <Text>
            {found.data.is_complete
              ? `Rolls can be taken: ${progressText(found.data.steps)} are done.`
              : `${progressText(found.data.steps)} are done. A roll needs each that is not optional.`}
          </Text>
          <Records />
          <ol className={classes.steps}>
            {found.data.steps.map((it) => (
              <Step key={it.step} of={it} all={found.data} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** The shorter way, where there is one. */
function Records() {
  const isBuilt = useIsBuilt();
  return (
    <section className={`at-card ${classes.records}`} aria-label="Records of another system">
      <Text fw={600}>Are your records in another system?</Text>
      <Text size="sm">
        Import its files instead of typing: teachers, subjects, students, enrolments and the
        timetable. All imports can be taken back in one step.{' '}
        {isBuilt(importPath) && (
          <>
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link {...props} to={importPath} />}
            >
              Import
            </Anchor>
            {' · '}
          </>
        )}
        <GuideLink section="before-you-begin" about="importing" />
      </Text>
    </section>
  );
}

const GuideLink = ({ section, about }: { section: string; about: string }) => (
  <Anchor
    inherit
    underline="always"
    href={`/guide/setting-up.html#${section}`}
    target="_blank"
    rel="noreferrer"
    aria-label={`Guide to ${about}`}
  >
    Guide
  </Anchor>
);

function Step({ of, all }: { of: SetUp['steps'][number]; all: SetUp }) {
  const { title, why, section } = stepTexts[of.step];
  const isNext = nextStep(all.steps) === of.step;
  return (
    <li className="at-card" data-step={of.step} data-done={of.is_done || undefined}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Badge variant={of.is_done ? 'light' : 'outline'} color={of.is_done ? undefined : 'gray'}>
          {of.is_done ? '✓ Done' : of.is_optional ? 'Optional' : 'Missing'}
        </Badge>
        <Text size="sm" c="dimmed">
          {countText(of, all)}
        </Text>
      </div>
      <Text size="sm">
        {why} <GuideLink section={section} about={title.toLowerCase()} />
      </Text>
      {of.step === 'classes' && <WaitingClasses />}
      <StepLinks step={of.step} isNext={isNext} />
    </li>
  );
}
