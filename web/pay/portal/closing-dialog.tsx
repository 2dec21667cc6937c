import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { isDate } from '#contract/dates.ts';
import { changePayClosing } from '#contract/pay/pay-closing.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { PayClosing } from '#contract/pay/pay-closing.ts';
import { request } from '#web/platform/api.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { toast } from '#web/ui/toasts.ts';
import { LockedByClosing } from './LockedByClosing.tsx';

interface Closing {
  closing: PayClosing;
  /** The last day of the period on screen. */
  proposed: string | null;
  done: (answer: PayClosing) => void;
}

/** Opens the form that closes pay until a date, or reopens days. */
export function openClosing(props: Closing): void {
  const id = modals.open({
    title: 'Close pay until a date',
    children: <ClosingForm {...props} close={() => modals.close(id)} />,
  });
}

function ClosingForm({
  closing: { closed_until },
  proposed,
  done,
  close,
}: Closing & { close: () => void }) {
  async function send({ until, reason }: Values) {
    const body = { closed_until: until || null, reason };
    done(await request(changePayClosing, { body }));
    toast('success', messages.updated);
    close();
  }
  const later = proposed !== null && (closed_until === null || proposed > closed_until);
  return (
    <DialogForm
      initial={{ until: (later ? proposed : closed_until) ?? '', reason: '' }}
      check={({ until, reason }) => ({
        ...(until !== '' && !isDate(until) && { until: 'must be a date' }),
        ...(opens(until, closed_until) && !reason.trim() && { reason: messages.required }),
      })}
      yes={closed_until === null ? 'Close pay' : 'Save'}
      send={send}
      cancel={close}
    >
      <Text size="sm">
        Check-ins until this day are neither entered, changed, completed nor withdrawn.
      </Text>
      <DateField
        name="until"
        label="Closed until"
        description="The last closed day; empty opens every day"
        optional
      />
      <LockedByClosing before={closed_until} leave={close} />
      <TextAreaField
        name="reason"
        label="Reason"
        description="Needed to open closed days again; recorded in the history"
        optional
      />
    </DialogForm>
  );
}

/** Whether closed days would be open again. */
const opens = (until: string, before: string | null): boolean =>
  before !== null && (until === '' || until < before);
