import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { classCode } from '#contract/class-name.ts';
import { minutesOf, timeOfMinutes } from '#contract/dates.ts';
import { fullName } from '#contract/person-name.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';
import type { AddedNoticeProps } from '#web/ui/form/resource-form.ts';

const lastMinute = 24 * 60 - 1;

/** The values of a further class of the same teacher, after an added one on its day. */
function following({ start_time, end_time, ...added }: ClassSchedule) {
  const length = minutesOf(end_time) - minutesOf(start_time);
  const start = Math.min(minutesOf(end_time), lastMinute - length);
  return {
    semester_id: added.semester.id,
    teacher_id: added.teacher.id,
    day_of_week: added.day_of_week,
    weeks: added.weeks,
    start_time: timeOfMinutes(start),
    end_time: timeOfMinutes(start + length),
  };
}

/** After a class was added: a further one of the same teacher and day, and clashes that no question listed. */
export function AddedClass({ added, addAnother }: AddedNoticeProps<ClassSchedule>) {
  const { form } = useFormState();
  return (
    <>
      <Group gap="xs" mb="xs">
        <Text size="sm">
          Added: {classCode(added)}, {added.day_of_week} {added.start_time}–{added.end_time}.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            form.setValues(following(added));
            addAnother();
          }}
        >
          Add another on {added.day_of_week} for {fullName(added.teacher)}
        </Button>
      </Group>
      <AddedClashes added={added} />
    </>
  );
}

/** Clashes of an added class that no question listed: another user was faster. */
function AddedClashes({ added }: { added: ClassSchedule }) {
  const open = added.all_clashes?.filter((it) => !it.confirmed) ?? [];
  if (open.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title="The added class clashes" mb="xs" role="alert">
      <ClashList of={open} />
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link to="/timetable/add" search={{ edit: String(added.id) }} {...props} />
        )}
      >
        Edit it
      </Anchor>
    </Alert>
  );
}
