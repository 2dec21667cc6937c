import { Text, Title } from '@mantine/core';
import type { Evidence } from '#contract/standing/contact-hour-evidence.ts';
import { outcomeTitles, stepTitles } from '#contract/standing/follow-up-text.ts';
import { templateKinds } from '#contract/messages/template-kinds.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import classes from './ContactHours.module.css';

/** What was done for the student: follow-ups with their steps, and letters. */
export function EvidenceSteps({ of: { follow_ups, letters } }: { of: Evidence }) {
  const { time_zone } = useSession().config;
  return (
    <section className={`at-card ${classes.panel}`} aria-labelledby="done">
      <Title order={2} size="h5" id="done">
        Follow-ups and letters
      </Title>
      {follow_ups.length === 0 && letters.length === 0 && <Nothing />}
      {follow_ups.map((one) => (
        <div key={one.id}>
          <Text size="sm" mt="xs">
            <AnchorLink
              size="sm"
              underline="always"
              to="/follow-ups/view"
              search={{ id: String(one.id) }}
            >
              {one.subject_code ?? 'All subjects'}
            </AnchorLink>
            , {one.owner}, begun {moment(one.begun_at, time_zone)}
            {one.closed_at &&
              `, closed ${moment(one.closed_at, time_zone)}${one.outcome ? `: ${outcomeTitles[one.outcome]}` : ''}`}
          </Text>
          {one.steps.length > 0 && (
            <ul className={classes.steps}>
              {one.steps.map((step, at) => (
                <li key={at}>
                  {longDate(step.done_on)}: {stepTitles[step.kind]}, {step.by}
                  {step.note && `. ${step.note}`}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {letters.length > 0 && (
        <ul className={classes.steps} aria-label="Letters">
          {letters.map((letter) => (
            <li key={letter.id}>
              {moment(letter.made_at, time_zone)}: {templateKinds[letter.kind].title},{' '}
              {letter.number}, {letter.made_by}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
