import { modals } from '@mantine/modals';
import { classSubject } from '#contract/class-name.ts';
import { isDate } from '#contract/dates.ts';
import { closeRoom } from '#contract/timetable/room-closings.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { RoomClosed } from '#contract/timetable/room-closing.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { shortDay } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import classes from './Classrooms.module.css';

interface Closing {
  classroom: number;
  done: () => void;
}

/** Opens the form that closes a room for some days. */
export function openCloseRoom(props: Closing): void {
  const id = modals.open({
    title: 'Close this room',
    children: <CloseRoomForm {...props} close={() => modals.close(id)} />,
  });
}

function CloseRoomForm({ classroom, done, close }: Closing & { close: () => void }) {
  async function send({ closed_from, closed_to, reason }: Values) {
    const body = { classroom_id: classroom, closed_from, closed_to, reason };
    const effect = await request(closeRoom, { body: { ...body, preview: true } });
    if (effect.meetings > 0 && !(await confirmEffect(effect))) return;
    await request(closeRoom, { body });
    toast('success', 'Room closed');
    close();
    done();
  }
  return (
    <DialogForm
      initial={{ closed_from: '', closed_to: '', reason: '' }}
      check={({ closed_from, closed_to, reason }) => ({
        ...dayError('closed_from', closed_from),
        ...dayError('closed_to', closed_to),
        ...(isDate(closed_from) &&
          isDate(closed_to) &&
          closed_to < closed_from && { closed_to: 'must not be before the first day' }),
        ...(!reason.trim() && { reason: messages.required }),
      })}
      yes="Close room"
      send={send}
      cancel={close}
    >
      <div className={classes.days}>
        <DateField name="closed_from" label="First day" />
        <DateField name="closed_to" label="Last day" />
      </div>
      <TextField name="reason" label="Reason" />
    </DialogForm>
  );
}

const dayError = (name: string, value: string) =>
  value === '' ? { [name]: messages.required } : !isDate(value) && { [name]: 'must be a date' };

const confirmEffect = (effect: RoomClosed): Promise<boolean> =>
  confirm({
    title: `${counted(effect.meetings)} held in this room then`,
    text: (
      <>
        <p>They stay where they are, and clash with the closed room until they are moved.</p>
        <ul className={classes.list} aria-label="Classes" tabIndex={0}>
          {effect.classes.map((it) => (
            <li key={it.id}>
              {classSubject(it)}, {shortDay(it.date)} {it.start_time}–{it.end_time}
              {it.dates > 1 && ` and ${it.dates - 1} more`}
            </li>
          ))}
        </ul>
      </>
    ),
    yes: 'Close room',
    no: 'Go back',
  });

const counted = (meetings: number) => (meetings === 1 ? '1 class is' : `${meetings} classes are`);
