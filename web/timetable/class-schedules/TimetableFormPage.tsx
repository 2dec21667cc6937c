import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isDate } from '#contract/dates.ts';
import { limits } from '#contract/limits.ts';
import { isTime } from '#contract/time-text.ts';
import { parseWeeks } from '#contract/weeks.ts';
import { messages, timeOfDay } from '#contract/texts.ts';
import {
  classForm,
  classTypes,
  timetableRule,
  weekdays,
  type ClassSchedule,
} from '#contract/timetable/timetable.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';
import {
  ColorField,
  PickerField,
  SelectField,
  TextField,
  TimeField,
} from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import type { Versioned } from '#web/ui/form/useOvertaken.ts';
import { choicesOf } from '#web/ui/list/filter.ts';
import { payCodePicker } from '#web/school/pay-codes.ts';
import { semesterPicker } from '#web/school/semesters.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { offerUndoAt } from '../meetings/useMeetingChange.ts';
import { changedText } from './change-preview.tsx';
import { AddedClass } from './AddedClass.tsx';
import { ClashesNow } from './ClashesNow.tsx';
import { confirmNewClass } from './clashes.tsx';
import { defaultTimes } from './default-times.ts';
import { EditedClass } from './EditedClass.tsx';
import { furtherOf, noFurther } from './further-values.ts';
import { timetableResource } from './resource.tsx';
import { RoomFields } from './RoomFields.tsx';
import { TeacherFields } from './TeacherFields.tsx';
import classes from './TimetableForm.module.css';
import { WeeksField } from './WeeksField.tsx';
import { changeOrSuccessor } from './successor.tsx';

const swatches = [
  limits.classColor,
  '#1f7a8c',
  '#7a5195',
  '#2f855a',
  '#b83280',
  '#2b6cb0',
  '#c05621',
  '#4a5568',
];

const valuesOf = (withPay: boolean) => (row: ClassSchedule) => ({
  class_type: row.class_type,
  day_of_week: row.day_of_week,
  start_time: row.start_time,
  end_time: row.end_time,
  weeks: row.weeks,
  group_name: row.group_name,
  subject_id: row.subject.id,
  semester_id: row.semester.id,
  teacher_id: row.teacher.id,
  classroom_id: row.classroom.id,
  ...furtherOf(row, withPay),
  color_coding: row.color_coding,
  effective_from: null,
  ...(withPay && { payroll_id: row.payroll_id ?? null }),
});

/** The first day of a change; the class's past does not change. */
function FromWhen() {
  if (!useFormState().editing) return null;
  return (
    <DateField
      name="effective_from"
      label="From when"
      optional
      description="Empty: today, or tomorrow when today’s class has begun."
    />
  );
}

/** After an edit that changed meetings, the list and the class's page offer to undo it. */
function useUndoOffer() {
  const queries = useQueryClient();
  return ({ id, last_change: change }: ClassSchedule, edit: string) => {
    const before = queries.getQueryData<Versioned<ClassSchedule>>(
      resourceKey(timetableResource, 'edited', edit),
    );
    const isNew = change && change.operation !== before?.row.last_change?.operation;
    offerUndoAt(queries, [{ page: 'timetable' }, { id }], {
      operation: isNew ? change.operation : null,
      done: change ? changedText(change.effective_from) : '',
    });
  };
}

const isIds = (text: string | undefined): text is string =>
  /^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(text ?? '');

/** The class's time and room in the address of the form. */
function useProposal() {
  const { classroom, semester, teacher, further, weeks, day, start, end, from } = useSearch({
    from: '/timetable/add',
  });
  return useMemo(
    () => ({
      ...(Number(classroom) > 0 && { classroom_id: Number(classroom) }),
      ...(Number(semester) > 0 && { semester_id: Number(semester) }),
      ...(Number(teacher) > 0 && { teacher_id: Number(teacher) }),
      ...(isIds(further) && { co_teachers: further.split(',').map(Number) }),
      ...(weeks !== undefined && typeof parseWeeks(weeks) !== 'string' && { weeks }),
      ...(from !== undefined && isDate(from) && { effective_from: from }),
      ...(weekdays.some((it) => it === day) && { day_of_week: day }),
      ...(isTime(start ?? '') && isTime(end ?? '') && { start_time: start, end_time: end }),
    }),
    [classroom, semester, teacher, further, weeks, day, start, end, from],
  );
}

export function TimetableFormPage() {
  const { config, now } = useSession();
  const proposal = useProposal();
  const queries = useQueryClient();
  const offerUndo = useUndoOffer();
  const withPay = useCan()('Payrolls', 'edit');
  const empty = useMemo(
    () => ({
      class_type: null,
      day_of_week: null,
      ...defaultTimes(timeOfDay(now().toISOString(), config.time_zone)),
      subject_id: null,
      semester_id: null,
      teacher_id: null,
      classroom_id: null,
      ...noFurther(withPay),
      weeks: null,
      group_name: null,
      color_coding: limits.classColor,
      ...(withPay && { payroll_id: null }),
      ...proposal,
    }),
    [config.time_zone, now, withPay, proposal],
  );
  return (
    <ResourceForm
      resource={timetableResource}
      schema={classForm}
      rule={timetableRule}
      empty={empty}
      proposed={proposal}
      valuesOf={valuesOf(withPay)}
      added={messages.timetableAdded}
      AddedNotice={AddedClass}
      AboutEdited={EditedClass}
      saveText={changeOrSuccessor((change) =>
        offerUndoAt(queries, [{ page: 'timetable' }], change),
      )}
      onEdited={offerUndo}
      // The question about an edit lists the clashes of the class.
      beforeSave={async (values, edit) => edit !== undefined || confirmNewClass(values)}
    >
      <PickerField name="subject_id" label="Subject" source={subjectPicker} />
      <PickerField name="semester_id" label="Semester" source={semesterPicker} />
      <SelectField name="class_type" label="Class type" choices={choicesOf(classTypes)} />
      <TeacherFields withPay={withPay} />
      <RoomFields />
      <TextField
        name="group_name"
        label="Group"
        placeholder="12A"
        description="Tells apart classes of one subject and teacher."
        optional
      />
      <SelectField name="day_of_week" label="Day of week" choices={choicesOf(config.weekdays)} />
      <div className={classes.times}>
        <TimeField name="start_time" label="Start time" />
        <TimeField name="end_time" label="End time" />
      </div>
      <WeeksField />
      <FromWhen />
      <ColorField name="color_coding" label="Colour" swatches={swatches} />
      {withPay && (
        <PickerField name="payroll_id" label="Pay code" source={payCodePicker} optional />
      )}
      {/* Beside the button that it speaks of. */}
      <ClashesNow />
    </ResourceForm>
  );
}
