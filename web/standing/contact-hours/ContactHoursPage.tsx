import { Button, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { bandTitle } from '#contract/standing/contact-hours.ts';
import type { ContactHourList, ContactHours } from '#contract/standing/contact-hour-list.ts';
import { useCan, useMayFilter } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { semesterName } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { MakeLettersButton } from '#web/messages/public/MakeLettersButton.ts';
import { columnsOf } from './columns.tsx';
import classes from './ContactHours.module.css';
import { useContactHours, type Search } from './queries.ts';
import { contactHourResource, filtersOf } from './resource.ts';

const nameOf = ({ student }: ContactHours) => fullName(student);
const noBands: number[] = [];

/** Students of a semester by the band of their contact hours (R-HOURS-3). */
export function ContactHoursPage() {
  const can = useCan();
  const search: Search = useSearch({ from: '/contact-hours' });
  const hasCohorts = useMayFilter()('cohort');
  const mayWrite = can('Red List Students', 'edit');
  const found = useContactHours(search).data;
  const bands = found?.contact_hour_bands ?? noBands;
  const filters = useMemo(() => filtersOf(bands, hasCohorts), [bands, hasCohorts]);
  const columns = useMemo(() => columnsOf(bands), [bands]);
  const semester = found?.semester?.id ?? null;
  const letters = (rows: ContactHours[], done: () => void) => (
    <MakeLettersButton
      choice={{ kind: 'intention_letter', students: rows.map(({ id }) => id), semester }}
      done={done}
    />
  );
  return (
    <ResourceList
      resource={contactHourResource}
      columns={columns}
      defaultSort="rate"
      filters={filters}
      nameOf={nameOf}
      onlyShown
      bulkOptions={mayWrite ? letters : undefined}
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/red-list-students" />}
        >
          Red list
        </Button>
      }
    >
      {found && <Bands of={found} search={search} />}
    </ResourceList>
  );
}

/** The semester, and how many students are in each band; each leads to them. */
function Bands({ of, search }: { of: ContactHourList; search: Search }) {
  const { semester, bands, contact_hour_bands, without_rate } = of;
  if (!semester) return <Text c="dimmed">No semester has begun.</Text>;
  return (
    <>
      <Text c="dimmed" mb="xs">
        {semesterName(semester)}, batch {semester.batch}. Hours of classes that took place with a
        mark of the student; rates are attended hours of these.
        {without_rate > 0 && ` Nothing counts yet for ${without_rate}.`}
      </Text>
      <ul className={classes.bands} aria-label="Students by band">
        {bands.map(({ band, students }) => {
          const value = String(band ?? 0);
          const isChosen = search.band === value;
          return (
            <li key={value} data-chosen={isChosen || undefined}>
              <AnchorLink
                size="sm"
                to="/contact-hours"
                search={{ ...search, page: undefined, band: isChosen ? undefined : value }}
                aria-current={isChosen || undefined}
              >
                <b>{students}</b> {bandTitle(band, contact_hour_bands)}
              </AnchorLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}
