import { Button, Group, Text } from '@mantine/core';
import { removeFollowUpStep } from '#contract/standing/follow-ups.endpoints.ts';
import type { FollowUpDetails, FollowUpStep } from '#contract/standing/follow-up.ts';
import { outcomeTitles, stepTitles } from '#contract/standing/follow-up-text.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { longDate, moment } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { openStep } from './forms.tsx';
import classes from './FollowUps.module.css';

interface StepsProps {
  of: FollowUpDetails;
  today: string;
  timeZone: string;
  done: (now: FollowUpDetails | null) => void;
}

/** What was done, the latest first. */
export function Steps(props: StepsProps) {
  return (
    <ol className={classes.steps} reversed>
      {props.of.steps.toReversed().map((step) => (
        <Step key={step.id} step={step} {...props} />
      ))}
    </ol>
  );
}

const titleOf = ({ kind, outcome }: FollowUpStep): string =>
  outcome ? `${stepTitles[kind]}: ${outcomeTitles[outcome]}` : stepTitles[kind];

function Step({ step, of, today, timeZone, done }: StepsProps & { step: FollowUpStep }) {
  const { done_on, note, by, at, corrected_at, removed_at } = step;
  const title = `${titleOf(step)}, ${longDate(done_on)}`;
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove the step?',
      text: `${title}. Its note is deleted; that a step was removed stays in the list.`,
      yes: 'Remove',
      danger: true,
    });
    if (!yes) return;
    try {
      done(await request(removeFollowUpStep, { params: { id: step.id } }));
      toast('success', 'Step removed');
    } catch (error) {
      toast('error', asError(error).message);
      done(null);
    }
  };
  return (
    <li className={`at-card ${classes.step}`}>
      <div>
        <Text fw={600} td={removed_at ? 'line-through' : undefined}>
          {title}
        </Text>
        {note && <Text className={classes.note}>{note}</Text>}
        <Text size="sm" c="dimmed">
          {by}, {moment(at, timeZone)}
          {corrected_at && !removed_at && `, corrected ${moment(corrected_at, timeZone)}`}
          {removed_at && `, removed ${moment(removed_at, timeZone)}`}
        </Text>
      </div>
      {step.may_correct && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-label={`Correct: ${title}`}
            onClick={() => openStep({ of, today, done }, step)}
          >
            Correct
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove: ${title}`}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        </Group>
      )}
    </li>
  );
}
