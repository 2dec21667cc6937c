import { Anchor, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import classes from './Details.module.css';
import { MorePrinted } from './MorePrinted.tsx';

/** The student's approved leaves; the one of today says so. */
export function Leaves({ leaves }: { leaves: NonNullable<StudentDetails['leaves']> }) {
  const { today } = useSession().config;
  const id = useId();
  return (
    <section className={classes.leaves} aria-labelledby={id}>
      <Title order={3} size="h6" id={id}>
        Approved leaves
      </Title>
      {leaves.length === 0 ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        <section className={classes.shortList} tabIndex={0} aria-label="Approved leaves, list">
          <ul className="at-rows">
            {leaves.map(({ id: leave, leave_from, leave_to, ...it }) => (
              <li key={leave}>
                <div>
                  <strong>
                    {longDate(leave_from)} – {longDate(leave_to)}
                    {leave_from <= today && today <= leave_to && ' (today)'}
                  </strong>
                  <span>{it.reason_for_leave}</span>
                </div>
                {it.supporting_document && (
                  <Anchor
                    className="at-screen"
                    href={it.supporting_document}
                    target="_blank"
                    rel="noreferrer"
                    size="sm"
                  >
                    Document of {longDate(leave_from)}
                  </Anchor>
                )}
              </li>
            ))}
          </ul>
          <MorePrinted all={leaves.length} />
        </section>
      )}
    </section>
  );
}
