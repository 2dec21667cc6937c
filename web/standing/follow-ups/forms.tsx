import { modals } from '@mantine/modals';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import {
  addFollowUpStep,
  changeFollowUp,
  changeFollowUpStep,
  closeFollowUp,
  reopenFollowUp,
} from '#contract/standing/follow-ups.endpoints.ts';
import type { FollowUpDetails, FollowUpStep } from '#contract/standing/follow-up.ts';
import { outcomeTitles, stepTitles } from '#contract/standing/follow-up-text.ts';
import {
  followUpLimits,
  outcomes,
  stepKinds,
  type Outcome,
  type StepKind,
} from '#contract/standing/follow-up-terms.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { PickerField, SelectField, TextAreaField } from '#web/ui/form/fields.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { toast } from '#web/ui/toasts.ts';
import { followUpTitle, ownerPicker } from './resource.tsx';
import { sendVersioned } from './versioned.ts';

interface Form {
  of: FollowUpDetails;
  /** The institute's date. */
  today: string;
  /** Receives the follow-up as it is then; null when it has to be read again. */
  done: (now: FollowUpDetails | null) => void;
}

interface Shown {
  title: string;
  initial: Values;
  required: string[];
  yes: string;
  doneText: string;
  send: (values: Values) => Promise<FollowUpDetails | null>;
  fields: ReactNode;
}

function open({ done }: Pick<Form, 'done'>, { title, initial, yes, doneText, ...it }: Shown): void {
  const dialog = modals.open({
    title,
    children: (
      <DialogForm
        initial={initial}
        check={(values) =>
          Object.fromEntries(
            it.required
              .filter((name) => !values[name])
              .map((name) => [name, messages.required] as const),
          )
        }
        yes={yes}
        cancel={() => modals.close(dialog)}
        send={async (values) => {
          const now = await it.send(values).catch((error: unknown) => {
            // The page behind the form shows what somebody else has changed.
            done(null);
            throw error;
          });
          if (now) toast('success', doneText);
          modals.close(dialog);
          done(now);
        }}
      >
        {it.fields}
      </DialogForm>
    ),
  });
}

const atMost = `At most ${followUpLimits.noteLength} characters.`;
const noteOf = ({ note }: Values): string | null => (typeof note === 'string' && note) || null;

/** Opens the form that records a step, or corrects one (R-FOLLOW-2). */
export function openStep({ of, today, done }: Form, step?: FollowUpStep): void {
  open(
    { done },
    {
      title: step ? 'Correct step' : `Record step: ${followUpTitle(of)}`,
      initial: {
        kind: step?.kind ?? stepKinds[0],
        done_on: step?.done_on ?? today,
        note: step?.note ?? '',
      },
      required: ['kind', 'done_on'],
      yes: step ? 'Save' : 'Record step',
      doneText: step ? 'Step corrected' : 'Step recorded',
      send: (values) => {
        const body = {
          // The select offers these only.
          kind: values.kind as StepKind,
          done_on: String(values.done_on),
          note: noteOf(values),
        };
        return step
          ? request(changeFollowUpStep, {
              params: { id: step.id },
              body: { ...body, version: step.version },
            })
          : request(addFollowUpStep, { params: { follow_up_id: of.id }, body });
      },
      fields: (
        <>
          <SelectField
            name="kind"
            label="What was done"
            choices={stepKinds.map((value) => ({ value, label: stepTitles[value] }))}
          />
          <DateField name="done_on" label="Date" />
          <TextAreaField name="note" label="Note" description={atMost} optional />
        </>
      ),
    },
  );
}

/** Opens the form for another owner or due date. */
export function openChange({ of, done }: Form): void {
  open(
    { done },
    {
      title: `Change follow-up: ${followUpTitle(of)}`,
      initial: { owner_id: of.owner.id, due_on: of.due_on },
      required: ['owner_id', 'due_on'],
      yes: 'Save',
      doneText: 'Follow-up changed',
      send: ({ owner_id, due_on }) =>
        sendVersioned(of, (version) =>
          request(changeFollowUp, {
            params: { follow_up_id: of.id },
            // What stays is left out: another user's change of it stays, too.
            body: {
              version,
              ...(owner_id !== of.owner.id && { owner_id: Number(owner_id) }),
              ...(due_on !== of.due_on && { due_on: String(due_on) }),
            },
          }),
        ),
      fields: (
        <>
          <PickerField name="owner_id" label="Owner" source={ownerPicker} />
          <DateField name="due_on" label="Due" />
        </>
      ),
    },
  );
}

/** Opens the form that closes it with an outcome. */
export function openClose({ of, done }: Form): void {
  open(
    { done },
    {
      title: `Close follow-up: ${followUpTitle(of)}`,
      initial: { outcome: null, note: '' },
      required: ['outcome'],
      yes: 'Close follow-up',
      doneText: 'Follow-up closed',
      send: (values) =>
        sendVersioned(of, (version) =>
          request(closeFollowUp, {
            params: { follow_up_id: of.id },
            // The select offers these only.
            body: { outcome: values.outcome as Outcome, note: noteOf(values), version },
          }),
        ),
      fields: (
        <>
          <SelectField
            name="outcome"
            label="Outcome"
            choices={outcomes.map((value) => ({ value, label: outcomeTitles[value] }))}
          />
          <TextAreaField name="note" label="Note" description={atMost} optional />
        </>
      ),
    },
  );
}

/** The days until a reopened follow-up is due, unless another day is chosen. */
const daysAgain = 7;

export function openReopen({ of, today, done }: Form): void {
  open(
    { done },
    {
      title: `Reopen follow-up: ${followUpTitle(of)}`,
      initial: { due_on: dayjs(today).add(daysAgain, 'day').format('YYYY-MM-DD') },
      required: ['due_on'],
      yes: 'Reopen',
      doneText: 'Follow-up reopened',
      send: ({ due_on }) =>
        sendVersioned(of, (version) =>
          request(reopenFollowUp, {
            params: { follow_up_id: of.id },
            body: { due_on: String(due_on), version },
          }),
        ),
      fields: <DateField name="due_on" label="Due" />,
    },
  );
}
