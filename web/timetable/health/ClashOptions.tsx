import { Menu } from '@mantine/core';
import { IconCalendarEvent, IconCalendarSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import { shortDay } from '#web/ui/format.ts';
import { classText } from './clash-columns.tsx';

/** The ways to fix a clash: another time for one of its classes, or a change on the day. */
export function ClashOptions({ of: { class: own, other, date } }: { of: TimetableClash }) {
  return (
    <>
      {[own, ...(other ? [other] : [])].map((one) => (
        <Menu.Item
          key={one.class_schedule}
          leftSection={<IconCalendarSearch size={16} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/timetable/find-time"
              search={{ id: String(one.class_schedule) }}
            />
          )}
        >
          Find a time for {classText(one)}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconCalendarEvent size={16} aria-hidden="true" />}
        renderRoot={(props) => (
          <Link {...props} to="/dashboard" search={{ date, teacher: 'all' }} />
        )}
      >
        Change only {shortDay(date)}
      </Menu.Item>
    </>
  );
}
