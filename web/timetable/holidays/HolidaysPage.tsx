import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { Holiday } from '#contract/timetable/holiday.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { HolidayCalendar } from './HolidayCalendar.tsx';
import { holidayColumns, holidayFilters, holidayResource } from './resource.ts';

const nameOf = ({ name }: Holiday) => name;

export function HolidaysPage() {
  const [calendar, setCalendar] = useState(false);
  return (
    <ResourceList
      resource={holidayResource}
      columns={holidayColumns}
      defaultSort="date_from"
      filters={holidayFilters}
      nameOf={nameOf}
      actions={
        <Button
          variant="default"
          aria-expanded={calendar}
          leftSection={<IconCalendar size={16} aria-hidden="true" />}
          onClick={() => setCalendar(!calendar)}
        >
          Calendar
        </Button>
      }
    >
      {calendar && <HolidayCalendar />}
    </ResourceList>
  );
}
