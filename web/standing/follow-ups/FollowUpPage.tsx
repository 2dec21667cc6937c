import { Badge, Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FollowUpDetails } from '#contract/standing/follow-up.ts';
import { absencesText, outcomeTitles, rateChangeText } from '#contract/standing/follow-up-text.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { moment, semesterName } from '#web/ui/format.ts';
import { followMs } from '#web/ui/list/useRows.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { studentTitle } from '#web/school/students.tsx';
import { subjectTitle } from '#web/school/subjects.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { Due } from './Due.tsx';
import { openChange, openClose, openReopen, openStep } from './forms.tsx';
import classes from './FollowUps.module.css';
import { followUpOf, useFollowUpsChanged } from './queries.ts';
import { followUpTitle } from './resource.tsx';
import { Steps } from './Steps.tsx';

/** One follow-up: who works on it until when, whether it helped, and what was done (R-FOLLOW-2). */
export function FollowUpPage() {
  const { id = '' } = useSearch({ from: '/follow-ups/view' });
  const { today, time_zone: timeZone } = useSession().config;
  const queries = useQueryClient();
  const changed = useFollowUpsChanged();
  const found = useQuery({ ...followUpOf(id), refetchInterval: followMs });
  if (found.isPending) return <PleaseWait />;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const of = found.data;
  const done = (now: FollowUpDetails | null) => {
    if (now) queries.setQueryData(followUpOf(id).queryKey, now);
    void changed();
  };
  return (
    <>
      <PageHead title={<>Follow-up: {followUpTitle(of)}</>}>
        <Group gap="xs">
          <BackButton />
          <Actions of={of} today={today} done={done} />
        </Group>
      </PageHead>
      <Facts of={of} timeZone={timeZone} />
      <Title order={2} size="h5" mt="md" mb="xs">
        Steps
      </Title>
      {of.steps.length === 0 ? (
        <EmptyState title="Nothing was recorded yet">
          {of.may_write && (
            <Button variant="default" onClick={() => openStep({ of, today, done })}>
              Record the first step
            </Button>
          )}
        </EmptyState>
      ) : (
        <Steps of={of} today={today} timeZone={timeZone} done={done} />
      )}
    </>
  );
}

function Actions(form: Parameters<typeof openStep>[0]) {
  const { of } = form;
  const mayEdit = useCan()('Red List Students', 'edit');
  if (of.closed)
    return mayEdit ? (
      <Button variant="default" onClick={() => openReopen(form)}>
        Reopen…
      </Button>
    ) : null;
  return (
    <>
      {mayEdit && (
        <>
          <Button variant="default" onClick={() => openChange(form)}>
            Owner and due date…
          </Button>
          <Button variant="default" onClick={() => openClose(form)}>
            Close…
          </Button>
        </>
      )}
      {of.may_write && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => openStep(form)}
        >
          Record step
        </Button>
      )}
    </>
  );
}

function Facts({ of, timeZone }: { of: FollowUpDetails; timeZone: string }) {
  const { student, subject, semester, owner, begun, closed } = of;
  const facts: [string, ReactNode][] = [
    [
      'Student',
      <AnchorLink
        key="student"
        inherit
        to="/students/student-details"
        search={{ id: String(student.id) }}
      >
        {studentTitle(student)}
      </AnchorLink>,
    ],
    ['Subject', subject ? subjectTitle(subject) : 'All subjects'],
    ['Semester', semesterName(semester)],
    [
      'State',
      closed ? (
        <Badge key="state" variant="filled" color="gray.7">
          Closed
        </Badge>
      ) : (
        <Badge key="state" variant="filled" color="teal.9">
          Open
        </Badge>
      ),
    ],
    ['Owner', owner.name],
    ['Due', <Due key="due" of={of} />],
    ['Begun', `${moment(begun.at, timeZone)}, ${begun.by}`],
    [closed ? 'Rate until closed' : 'Rate since begun', rateChangeText(of)],
    ['Absences', absencesText(of) || '–'],
    ...(closed
      ? ([
          ['Outcome', outcomeTitles[closed.outcome]],
          ['Closed', `${moment(closed.at, timeZone)}, ${closed.by}`],
          ...(closed.note ? [['Note', closed.note]] : []),
        ] as [string, ReactNode][])
      : []),
  ];
  return (
    <section className="at-card" aria-label="Follow-up">
      <dl className={classes.facts}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
