import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FollowUp } from '#contract/standing/follow-up.ts';
import { absencesText, outcomeTitles, rateChangeText } from '#contract/standing/follow-up-text.ts';
import type { Student } from '#contract/student.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { dateOf } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Nothing } from '#web/ui/Nothing.tsx';
import { subjectTitle } from '#web/school/subjects.ts';
import { Due } from './Due.tsx';
import classes from './FollowUps.module.css';
import { followUpsOfStudent } from './queries.ts';
import { lastStepText } from './resource.tsx';
import { useBegin } from './useBegin.ts';

/** The follow-ups of a student, the latest first, and the button that begins one. */
export function StudentFollowUps({ student }: { student: Student }) {
  const mayEdit = useCan()('Red List Students', 'edit');
  const found = useQuery(followUpsOfStudent(student.id));
  const begin = useBegin();
  if (found.isPending) return <Text c="dimmed">Loading…</Text>;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { results, total } = found.data;
  return (
    <>
      {results.length === 0 ? (
        <Nothing />
      ) : (
        <ul className={classes.ofStudent}>
          {results.map((of) => (
            <FollowUpOfStudent key={of.id} of={of} />
          ))}
        </ul>
      )}
      {total > results.length && (
        <AnchorLink
          size="sm"
          to="/follow-ups"
          search={{ of: 'all', state: 'all', student: String(student.id) }}
        >
          All {total}
        </AnchorLink>
      )}
      {mayEdit && (
        <Button
          className="at-screen"
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => begin({ student: { id: student.id, name: fullName(student) } })}
        >
          Begin follow-up
        </Button>
      )}
    </>
  );
}

function FollowUpOfStudent({ of }: { of: FollowUp }) {
  const { id, subject, owner, closed } = of;
  const { time_zone } = useSession().config;
  return (
    <li>
      <AnchorLink size="sm" to="/follow-ups/view" search={{ id: String(id) }}>
        {subject ? subjectTitle(subject) : 'All subjects'}
      </AnchorLink>
      <span>
        {closed ? (
          `${outcomeTitles[closed.outcome]}, closed ${dateOf(closed.at, time_zone)}`
        ) : (
          <>
            {owner.name}, due <Due of={of} />
          </>
        )}
      </span>
      <span>
        {[lastStepText(of), rateChangeText(of), absencesText(of)].filter(Boolean).join('; ')}
      </span>
    </li>
  );
}
