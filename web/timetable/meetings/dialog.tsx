import { modals } from '@mantine/modals';
import {
  addExtraMeeting,
  changeRoomOfMeetings,
  coverMeetings,
  moveMeeting,
} from '#contract/timetable/meetings.endpoints.ts';
import { classCode } from '#contract/class-name.ts';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import { messages } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { PickerField, TextAreaField, TimeField } from '#web/ui/form/fields.tsx';
import { shortDay } from '#web/ui/format.ts';
import { classroomPicker } from '#web/school/classrooms.ts';
import { payCodePicker } from '#web/school/pay-codes.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import classes from './Meetings.module.css';

export type MeetingFormKind = 'cover' | 'room' | 'move';

/** The facts about a class on a date that its changes need. */
export type ClassToChange = Pick<
  ClassSchedule,
  'id' | 'subject' | 'start_time' | 'end_time' | 'classroom' | 'teacher' | 'meeting'
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
  const { kind, send, request: requested, close, setsPayCode } = props;

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
      {(kind === 'cover' || kind === 'extra') && (
        <PickerField name="teacher_id" label="Teacher" source={teacherPicker} />
      )}
      {kind === 'cover' && setsPayCode && (
        <PickerField
          name="payroll_id"
          label="Pay code, if not the class’s"
          source={payCodePicker}
          optional
        />
      )}
      {kind !== 'cover' && (
        <PickerField name="classroom_id" label="Classroom" source={classroomPicker} />
      )}
      <TextAreaField name="reason" label="Reason" optional />
    </DialogForm>
  );
}

function initialOf({ kind, of, date, setsPayCode }: ChangeFormProps): Values {
  if (kind === 'cover')
    return { teacher_id: null, reason: '', ...(setsPayCode && { payroll_id: null }) };
  if (kind === 'room') return { classroom_id: of.classroom.id, reason: '' };
  const { start_time, end_time, classroom, teacher } = of;
  const held = { date, start_time, end_time, classroom_id: classroom.id, reason: '' };
  return kind === 'extra' ? { ...held, teacher_id: teacher.id } : held;
}

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
  const { teacher_id, payroll_id, classroom_id, date, start_time, end_time, reason, confirm } =
    values;
  if (kind === 'cover')
    return request(coverMeetings, {
      body: { ids, sequence, teacher_id, payroll_id, reason, confirm },
    });
  if (kind === 'room')
    return request(changeRoomOfMeetings, {
      body: { ids, sequence, classroom_id, reason, confirm },
    });
  return request(moveMeeting, {
    params: { id: ids[0] ?? 0 },
    body: { sequence, date, start_time, end_time, classroom_id, reason, confirm },
  });
}

function extraOf({ teacher_id, classroom_id, date, start_time, end_time, ...more }: Values) {
  const { reason, confirm } = more;
  return { teacher_id, classroom_id, date, start_time, end_time, reason, confirm };
}
