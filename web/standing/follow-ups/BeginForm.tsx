import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import dayjs from 'dayjs';
import { beginFollowUp } from '#contract/standing/follow-ups.endpoints.ts';
import type { FollowUpDetails } from '#contract/standing/follow-up.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { PickerField } from '#web/ui/form/fields.tsx';
import { toast } from '#web/ui/toasts.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { ownerPicker } from './resource.tsx';

interface Begin {
  student: { id: number; name: string };
  /** Null: over all subjects; undefined: it is chosen in the dialog. */
  subject?: { id: number; subject_code: string } | null;
  /** Of the entry that it is begun from. */
  semester?: number | null;
  /** Whether the entry is new, and is accepted. */
  accepts?: boolean;
  /** The owner and the day to begin with. */
  owner: number;
  today: string;
  done: (begun: FollowUpDetails) => void;
}

/** The days until a new follow-up is due, unless another day is chosen. */
const defaultDays = 7;

/** Opens the form that begins a follow-up (R-FOLLOW-1). */
export function openBegin(props: Begin): void {
  const { student, subject } = props;
  const of = subject === undefined ? '' : ` in ${subject?.subject_code ?? 'all subjects'}`;
  const dialog = modals.open({
    title: `Begin follow-up: ${student.name}${of}`,
    children: <BeginForm {...props} close={() => modals.close(dialog)} />,
  });
}

function BeginForm({ close, ...props }: Begin & { close: () => void }) {
  const { student, subject, semester, accepts, owner, today, done } = props;
  return (
    <DialogForm
      initial={{
        subject: subject?.id ?? null,
        owner_id: owner,
        due_on: dayjs(today).add(defaultDays, 'day').format('YYYY-MM-DD'),
      }}
      check={({ owner_id, due_on }) => ({
        ...(!owner_id && { owner_id: messages.required }),
        ...(!due_on && { due_on: messages.required }),
      })}
      yes="Begin"
      cancel={close}
      send={async ({ subject: chosen, owner_id, due_on }) => {
        const begun = await request(beginFollowUp, {
          body: {
            student: student.id,
            subject: chosen === null ? null : Number(chosen),
            semester_id: semester ?? null,
            owner_id: Number(owner_id),
            due_on: String(due_on),
          },
        });
        toast('success', 'Follow-up begun');
        close();
        done(begun);
      }}
    >
      {accepts && <Text size="sm">The entry on the red list is accepted with it.</Text>}
      {subject === undefined && (
        <PickerField
          name="subject"
          label="Subject"
          description="All subjects together when left empty."
          source={subjectPicker}
          optional
        />
      )}
      <PickerField name="owner_id" label="Owner" source={ownerPicker} />
      <DateField name="due_on" label="Due" />
    </DialogForm>
  );
}
