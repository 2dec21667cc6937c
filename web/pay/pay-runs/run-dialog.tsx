import { List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import dayjs from 'dayjs';
import { isDate } from '#contract/dates.ts';
import { makePayRun } from '#contract/pay/pay-runs.endpoints.ts';
import type { PayRun, PayRunPreview } from '#contract/pay/pay-run.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { countOf, longDate, moneyOf } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { previewText } from './preview-text.ts';

interface RunForm {
  /** The last closed day. */
  closed: string;
  /** The last day of the latest run. */
  after: string | null;
  made: (run: PayRun) => void;
}

/** Opens the form that makes a pay run. */
export function openRunForm(props: RunForm): void {
  const id = modals.open({
    title: 'Make pay run',
    children: <Form {...props} close={() => modals.close(id)} />,
  });
}

function Form({ closed, after, made, close }: RunForm & { close: () => void }) {
  const next = after === null ? null : dayjs(after).add(1, 'day').format('YYYY-MM-DD');
  const from = next !== null && next <= closed ? next : dayjs(closed).startOf('month');

  async function send({ from_date, to_date }: Values) {
    const period = { from_date, to_date };
    const preview = await request(makePayRun, { body: { ...period, preview: true } });
    if (!isPreview(preview)) return;
    if (preview.lines + preview.corrections === 0)
      return toast('information', previewText(preview, moneyOf(preview.amount)));
    const sure = await confirm({
      title: `Export ${longDate(from_date)} – ${longDate(to_date)}?`,
      text: <Preview of={preview} />,
      yes: 'Make pay run',
      no: 'Cancel',
    });
    if (!sure) return;
    const run = await request(makePayRun, { body: period });
    if (isPreview(run)) return;
    close();
    made(run);
  }
  return (
    <DialogForm
      initial={{ from_date: dayjs(from).format('YYYY-MM-DD'), to_date: closed }}
      check={({ from_date, to_date }) => ({
        ...(!isDate(from_date) && { from_date: 'must be a date' }),
        ...(!isDate(to_date) && { to_date: 'must be a date' }),
      })}
      yes="Continue"
      send={send}
      cancel={close}
    >
      <Text size="sm">Pay is closed until {longDate(closed)}. Later days are not exported.</Text>
      <DateField name="from_date" label="From" />
      <DateField name="to_date" label="To" />
    </DialogForm>
  );
}

function Preview({ of }: { of: PayRunPreview }) {
  const more = of.corrections - of.first_corrections.length;
  return (
    <>
      <Text>{previewText(of, moneyOf(of.amount))}</Text>
      {of.corrections > 0 && (
        <List size="sm" mt="xs" aria-label="Corrections">
          {of.first_corrections.map(({ id, date, subject_code, teacher, paycode, amount }) => (
            <List.Item key={`${id} ${teacher} ${paycode}`}>
              {subject_code} on {longDate(date)}, {[teacher, paycode].filter(Boolean).join(', ')}:{' '}
              {Number(amount) > 0 && '+'}
              {moneyOf(amount)}
            </List.Item>
          ))}
          {more > 0 && <List.Item>and {countOf(more)} more</List.Item>}
        </List>
      )}
    </>
  );
}

const isPreview = (answer: PayRun | PayRunPreview): answer is PayRunPreview => 'pending' in answer;
