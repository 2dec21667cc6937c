import { modals } from '@mantine/modals';
import {
  addExtraMeeting,
  changeRoomOfMeetings,
  coverMeetings,
  moveMeeting,
} from '#contract/timetable/meetings.endpoints.ts';
import { classCode } from '#contract/class-name.ts';
import type { Place } from '#contract/timetable/further.ts';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import { messages } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { PickerField, SelectField, TextAreaField, TimeField } from '#web/ui/form/fields.tsx';
import { shortDay } from '#web/ui/format.ts';
import { payCodePicker } from '#web/school/pay-codes.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { RoomFields } from '../class-schedules/RoomFields.tsx';
import { TeacherFields } from '../class-schedules/TeacherFields.tsx';
import classes from './Meetings.module.css';
import { placeChoices } from './places.ts';

export type MeetingFormKind = 'cover' | 'room' | 'move';

/** The facts about a class on a date that its changes need. */
export type ClassToChange = Pick<
  ClassSchedule,
  | 'id'
  | 'subject'
  | 'start_time'
  | 'end_time'
  | 'classroom'
  | 'more_rooms'
  | 'teacher'
  | 'co_teachers'
  | 'meeting'
>;

interface ClassForm {
  of: ClassToChange;
  date: string;
  /** Resolves to null when the answer to a question was no. */
  send: (change: {
    send: (confirmed: { confirm?: true }) => Promise<OperationDone>;
    done: string;
  }) => Promise<OperationDone | null>;
}

interface MeetingForm extends ClassForm {
  /** The meeting as it was read. */
  meeting: { ids: number[]; sequence: number };
  /** Whether the user may set a pay code for a cover. */
  setsPayCode?: boolean;
  /** Values that are already entered. */
  proposed?: Values;
}

const kinds = {
  cover: { title: 'Cover', yes: 'Cover', done: 'Cover saved' },
  room: { title: 'Another room', yes: 'Change room', done: 'Room changed' },
  move: { title: 'Move', yes: 'Move', done: 'Class moved' },
  extra: { title: 'Extra class', yes: 'Add class', done: 'Extra class added' },
};

/** Opens the form of a change of a class on a date. */
export function openMeetingForm(kind: MeetingFormKind, { meeting, ...form }: MeetingForm): void {
  const { of, date } = form;
  openForm(`${kinds[kind].title}: ${classCode(of)}, ${shortDay(date)}, ${of.start_time}`, {
    ...form,
    kind,
    request: (values) => requestOf(kind, meeting, values),
  });
}

/** Opens the form of a further class. @param form `date` is the default. */
export function openExtraForm(form: ClassForm): void {
  const { id, subject } = form.of;
  openForm(`${kinds.extra.title}: ${subject.subject_code} ${subject.subject_name}`, {
    ...form,
    kind: 'extra',
    request: (values) =>
      request(addExtraMeeting, { body: { ...extraOf(values), class_schedule: id } }),
  });
}

function openForm(title: string, form: Omit<ChangeFormProps, 'close'>): void {
  const id = modals.open({
    title,
    children: <ChangeForm {...form} close={() => modals.close(id)} />,
  });
}

interface ChangeFormProps extends ClassForm, Pick<MeetingForm, 'setsPayCode' | 'proposed'> {
  kind: keyof typeof kinds;
  request: (values: Values) => Promise<OperationDone>;
  close: () => void;
}

function ChangeForm(props: ChangeFormProps) {
  const { kind, of, send, request: requested, close, setsPayCode } = props;
  const places = severalPlaces(of);

  async function save(values: Values) {
    try {
      const done = await send({
        send: (confirmed) => requested({ ...values, ...confirmed }),
        done: kinds[kind].done,
      });
      if (done) close();
    } catch (error) {
      // `send` shows the others.
      if (error instanceof ApiError && error.status === 400) throw error;
    }
  }

  return (
    <DialogForm
      initial={{ ...initialOf(props), ...props.proposed }}
      check={missingIn}
      yes={kinds[kind].yes}
      send={save}
      cancel={close}
    >
      {(kind === 'move' || kind === 'extra') && (
        <>
          <DateField name="date" label="Date" />
          <div className={classes.pair}>
            <TimeField name="start_time" label="Start time" />
            <TimeField name="end_time" label="End time" />
          </div>
        </>
      )}
      {kind === 'cover' && places && (
        <SelectField name="place" label="In place of" choices={placeChoices(places)} numeric />
      )}
      {kind === 'cover' && <PickerField name="teacher_id" label="Teacher" source={teacherPicker} />}
      {kind === 'extra' && <TeacherFields withPay={false} />}
      {kind === 'cover' && setsPayCode && (
        <PickerField
          name="payroll_id"
          label="Pay code, if not the class’s"
          source={payCodePicker}
          optional
        />
      )}
      {kind !== 'cover' && <RoomFields />}
      <TextAreaField name="reason" label="Reason" optional />
    </DialogForm>
  );
}

function initialOf({ kind, of, date, setsPayCode }: ChangeFormProps): Values {
  if (kind === 'cover') {
    const [first] = severalPlaces(of) ?? [];
    return {
      ...(first && { place: first.teacher.id }),
      teacher_id: null,
      reason: '',
      ...(setsPayCode && { payroll_id: null }),
    };
  }
  const { start_time, end_time, classroom, more_rooms, teacher, co_teachers } = of;
  const rooms = { classroom_id: classroom.id, more_rooms: more_rooms.map(({ id }) => id) };
  if (kind === 'room') return { ...rooms, reason: '' };
  const held = { date, start_time, end_time, ...rooms, reason: '' };
  return kind === 'extra'
    ? { ...held, teacher_id: teacher.id, co_teachers: co_teachers.map(({ id }) => id) }
    : held;
}

/** The places of a class with several teachers; of others there is nothing to choose. */
const severalPlaces = ({ meeting }: Pick<ClassToChange, 'meeting'>): Place[] | undefined =>
  meeting?.places && meeting.places.length > 1 ? meeting.places : undefined;

const missingIn = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(
        ([name, value]) =>
          name !== 'reason' && name !== 'payroll_id' && (value === null || value === ''),
      )
      .map(([name]) => [name, messages.required]),
  );

function requestOf(
  kind: MeetingFormKind,
  { ids, sequence }: MeetingForm['meeting'],
  values: Values,
): Promise<OperationDone> {
  const { teacher_id, place, payroll_id, classroom_id, more_rooms, reason, confirm } = values;
  if (kind === 'cover')
    return request(coverMeetings, {
      body: { ids, sequence, teacher_id, place, payroll_id, reason, confirm },
    });
  if (kind === 'room')
    return request(changeRoomOfMeetings, {
      body: { ids, sequence, classroom_id, more_rooms, reason, confirm },
    });
  const { date, start_time, end_time } = values;
  return request(moveMeeting, {
    params: { id: ids[0] ?? 0 },
    body: { sequence, date, start_time, end_time, classroom_id, more_rooms, reason, confirm },
  });
}

function extraOf({ teacher_id, co_teachers, classroom_id, more_rooms, ...more }: Values) {
  const { date, start_time, end_time, reason, confirm } = more;
  const people = { teacher_id, co_teachers };
  const rooms = { classroom_id, more_rooms };
  return { ...people, ...rooms, date, start_time, end_time, reason, confirm };
}
