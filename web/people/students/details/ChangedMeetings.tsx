import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { shortDay } from '#web/ui/format.ts';
import classes from './Details.module.css';

/** Classes of a semester that did not, or will not, take place as planned; each leads to its day. */
export function ChangedMeetings({ meetings }: { meetings: StudentDetails['changed_meetings'] }) {
  const id = useId();
  if (meetings.length === 0) return null;
  return (
    <section className={`at-screen ${classes.leaves}`} aria-labelledby={id}>
      <Title order={3} size="h6" id={id}>
        Cancelled and moved classes
      </Title>
      <section className={classes.shortList} tabIndex={0} aria-label="Changed classes, list">
        <ul className="at-rows">
          {meetings.map((meeting) => (
            <li key={meeting.id}>
              <div>
                <AnchorLink
                  size="sm"
                  to="/attendance/view"
                  search={{ id: meeting.class_schedule, date: meeting.date }}
                >
                  {meeting.subject.subject_code}, {shortDay(meeting.date)} {meeting.start_time}
                </AnchorLink>
                <Text size="sm">
                  {meeting.moved_to ? `moved to ${shortDay(meeting.moved_to)}` : 'cancelled'}
                  {meeting.reason && `: ${meeting.reason}`}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}
