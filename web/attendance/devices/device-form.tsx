import { modals } from '@mantine/modals';
import type { Device, DeviceKind } from '#contract/attendance/device.ts';
import { addDevice, changeDevice } from '#contract/attendance/devices.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { useFormState, type Values } from '#web/ui/form/form-context.ts';
import { CheckboxField, PickerField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { toast } from '#web/ui/toasts.ts';
import { classroomPicker } from '#web/school/classrooms.ts';
import { openKey } from './device-key.tsx';
import { kindTitles } from './text.ts';

interface FormProps {
  /** The device to change; a new one without it. */
  device?: Device;
  done: () => void;
}

/** Opens the form of a device. A new one gets its key at once. */
export function openDeviceForm(props: FormProps): void {
  const id = modals.open({
    title: props.device ? `Change ${props.device.name}` : 'Add device',
    children: <DeviceForm {...props} close={() => modals.close(id)} />,
  });
}

const kinds = Object.entries(kindTitles).map(([value, label]) => ({ value, label }));
const isKind = (text: string): text is DeviceKind => Object.hasOwn(kindTitles, text);

function DeviceForm({ device, done, close }: FormProps & { close: () => void }) {
  async function send({ name, kind, classroom, signs, shows_names }: Values) {
    const body = { name, classroom: Number(classroom), shows_names: shows_names === true };
    const saved = device
      ? await request(changeDevice, { params: { id: device.id }, body })
      : await request(addDevice, {
          body: {
            ...body,
            kind: isKind(kind) ? kind : 'tablet',
            signs: kind === 'reader' && signs === true,
          },
        });
    toast('success', device ? 'Device changed' : 'Device added');
    close();
    done();
    if (!device) await openKey(saved, done);
  }
  return (
    <DialogForm
      initial={{
        name: device?.name ?? '',
        kind: device?.kind ?? 'tablet',
        classroom: device?.classroom.id ?? null,
        signs: false,
        shows_names: device?.shows_names ?? false,
      }}
      check={({ name, classroom }) => ({
        ...(!name.trim() && { name: messages.required }),
        ...(!classroom && { classroom: messages.required }),
      })}
      yes={device ? 'Save' : 'Add device'}
      send={send}
      cancel={close}
    >
      <TextField name="name" label="Name" placeholder="Door of A1.01" />
      <PickerField
        name="classroom"
        label="Room"
        source={classroomPicker}
        description={
          device && 'Another room holds from now on: earlier taps count where the device was.'
        }
      />
      {!device && <SelectField name="kind" label="Kind" choices={kinds} />}
      <CheckboxField
        name="shows_names"
        label="Shows who is missing"
        description="First names and initials, for everybody who passes. The name of who tapped is always shown."
      />
      {!device && <SignsField />}
    </DialogForm>
  );
}

/** For readers: the page of a tablet does not sign. */
function SignsField() {
  const { form } = useFormState();
  return (
    form.values.kind === 'reader' && (
      <CheckboxField
        name="signs"
        label="Signs its calls"
        description="For readers whose program can: the key itself is never sent."
      />
    )
  );
}
