import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { namesOfRooms, roomsOf } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import classes from './Enrolment.module.css';
import { Seats } from './resources.tsx';

/** When, where and by whom a class is taught, its seats, and the way to its roll. */
export function ScheduleFacts({ of }: { of: ClassSchedule }) {
  return (
    <section className={`at-card ${classes.head}`} aria-label="Schedule">
      <Text>
        {weeklyTimeOf(of)}, {of.class_type}
      </Text>
      <Text>
        {roomsOf(of).length > 1 ? 'Classrooms' : 'Classroom'} {namesOfRooms(of)}
      </Text>
      <Text>
        <TeacherNames of={of} />
      </Text>
      <Text>
        {of.semester.year}, semester {of.semester.semester}
      </Text>
      <Text>
        Students today: <Seats taken={of.number_of_students} capacity={of.seats} />
      </Text>
      <Anchor
        renderRoot={(props) => <Link {...props} to="/attendance/view" search={{ id: of.id }} />}
      >
        Roll
      </Anchor>
      <AnchorLink to="/reports/rolls" search={{ class_schedule: String(of.id) }}>
        All rolls and rates
      </AnchorLink>
    </section>
  );
}
