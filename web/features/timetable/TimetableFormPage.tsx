import { useMemo } from 'react';
import { limits } from '../../../contract/limits.ts';
import { messages, timeOfDay } from '../../../contract/messages.ts';
import { classSchedules, classTypes, timetableRule, weekdays, type ClassSchedule } from '../../../contract/timetable.ts';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { ColorField, PickerField, SelectField, TimeField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { choicesOf } from '../../ui/list/filter.ts';
import { classroomPicker } from '../classrooms/section.ts';
import { payCodePicker } from '../pay-codes/section.ts';
import { semesterPicker } from '../semesters/section.ts';
import { subjectPicker } from '../subjects/section.ts';
import { teacherPicker } from '../teachers/section.ts';
import { askAboutClashes } from './clashes.ts';
import { defaultTimes } from './default-times.ts';
import { timetableSection } from './section.tsx';

const swatches = [limits.classColor, '#1f7a8c', '#7a5195', '#2f855a', '#b83280', '#2b6cb0', '#c05621', '#4a5568'];

const valuesOf = (withPay: boolean) => (row: ClassSchedule) => ({
  class_type: row.class_type,
  day_of_week: row.day_of_week,
  start_time: row.start_time,
  end_time: row.end_time,
  subject_id: row.subject.id,
  semester_id: row.semester.id,
  teacher_id: row.teacher.id,
  classroom_id: row.classroom.id,
  color_coding: row.color_coding,
  ...(withPay && { payroll_id: row.payroll_id ?? null }),
});

export function TimetableFormPage() {
  const { config, now } = useSession();
  const withPay = useMay()('Payrolls', 'edit');
  const empty = useMemo(
    () => ({
      class_type: null,
      day_of_week: null,
      ...defaultTimes(timeOfDay(now().toISOString(), config.time_zone)),
      subject_id: null,
      semester_id: null,
      teacher_id: null,
      classroom_id: null,
      color_coding: limits.classColor,
      ...(withPay && { payroll_id: null }),
    }),
    [config.time_zone, now, withPay],
  );
  return (
    <ResourceForm
      section={timetableSection}
      schema={classSchedules.body}
      rule={timetableRule}
      empty={empty}
      valuesOf={valuesOf(withPay)}
      added={messages.timetableAdded}
      beforeSave={askAboutClashes}
    >
      <PickerField name="subject_id" label="Subject" source={subjectPicker} />
      <PickerField name="semester_id" label="Semester" source={semesterPicker} />
      <PickerField name="teacher_id" label="Teacher" source={teacherPicker} />
      <PickerField name="classroom_id" label="Classroom" source={classroomPicker} />
      <SelectField name="class_type" label="Class type" choices={choicesOf(classTypes)} />
      <SelectField name="day_of_week" label="Day of week" choices={choicesOf(weekdays)} />
      <TimeField name="start_time" label="Start time" />
      <TimeField name="end_time" label="End time" />
      <ColorField name="color_coding" label="Colour" swatches={swatches} />
      {withPay && <PickerField name="payroll_id" label="Pay code" source={payCodePicker} optional />}
    </ResourceForm>
  );
}
