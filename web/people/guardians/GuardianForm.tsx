import { modals } from '@mantine/modals';
import { addGuardian, changeGuardian } from '#contract/people/guardians.endpoints.ts';
import { guardianRule, newGuardian, type Guardian } from '#contract/people/guardian.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import { toast } from '#web/ui/toasts.ts';

interface GuardianForm {
  student: number;
  /** Null adds one. */
  guardian: Guardian | null;
  /** The student is of age: messages need a consent. */
  needsConsent: boolean;
  done: () => void;
}

/** Opens the form of a guardian (R-GUARD-1, R-GUARD-2). */
export function openGuardian({ student, guardian, needsConsent, done }: GuardianForm): void {
  const dialog = modals.open({
    title: guardian ? `Edit ${guardian.name}` : 'Add guardian',
    children: (
      <DialogForm
        initial={{
          name: guardian?.name ?? '',
          relation: guardian?.relation ?? '',
          email: guardian?.email ?? '',
          phone: guardian?.phone ?? '',
          gets_messages: guardian?.gets_messages ?? false,
          consent: guardian?.consent != null,
        }}
        check={(values) => ({ ...guardianRule(values), ...errorsOf(values) })}
        yes={guardian ? 'Save' : 'Add'}
        cancel={() => modals.close(dialog)}
        send={async (values) => {
          const body = newGuardian.parse(values);
          await (guardian
            ? request(changeGuardian, { params: { id: guardian.id }, body })
            : request(addGuardian, { params: { student }, body }));
          toast('success', guardian ? messages.updated : 'Guardian added');
          modals.close(dialog);
          done();
        }}
      >
        <TextField name="name" label="Name" />
        <TextField name="relation" label="Relation" optional />
        <TextField name="email" label="E-mail" type="email" optional />
        <TextField name="phone" label="Phone" type="tel" optional />
        <CheckboxField
          name="gets_messages"
          label="Gets messages"
          description="About absences, where the institute sends them."
        />
        <CheckboxField
          name="consent"
          label="The student agrees"
          description={
            needsConsent
              ? 'This student is 18 or older: without it no message is sent.'
              : 'Needed from the age of 18 on.'
          }
        />
      </DialogForm>
    ),
  });
}

const errorsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    (newGuardian.safeParse(values).error?.issues ?? []).map(({ path, message }) => [
      String(path[0]),
      message,
    ]),
  );
