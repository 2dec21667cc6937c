import { Button, Group } from '@mantine/core';
import {
  IconArrowMerge,
  IconCalendarWeek,
  IconClockHour4,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PersonName } from '#web/ui/PersonName.tsx';
import { forgetRecords } from '#web/platform/recent.ts';
import { useRememberRecord } from '#web/platform/useRememberRecord.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { PageActions, type PageAction } from '#web/ui/PageActions.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { fullName } from '#contract/person-name.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { PrivacyMenu } from '../../privacy/PrivacyMenu.tsx';
import { Merges } from '../merge/Merges.tsx';
import classes from './Details.module.css';
import { Overview } from './Overview.tsx';
import { PanelIndex } from './PanelIndex.tsx';
import { detailsOf } from './query.ts';
import { inSemester, shownSemester } from './semesters.ts';
import { StudentHeader } from './StudentHeader.tsx';
import { StudentPanels } from './StudentPanels.tsx';

/** The student's page. */
export function StudentDetailsPage() {
  const { id = '', semester: chosen } = useSearch({ from: '/students/student-details' });
  const can = useCan();
  const details = useQuery(detailsOf(id));
  const remember = useRememberRecord();
  const shown = details.data?.student;
  const [name, code, erased] = [shown && fullName(shown), shown?.student_id, shown?.erased];
  useEffect(() => {
    if (erased) forgetRecords();
    else if (name)
      remember('/students/student-details', {
        title: name,
        ...(code && { detail: code }),
        search: { id },
      });
  }, [remember, id, name, code, erased]);
  if (details.isPending) return <PleaseWait />;
  if (details.isError)
    return <LoadError error={details.error} retry={() => void details.refetch()} />;
  const { student, panels } = details.data;
  // Who was merged into another student, or erased, stays as they are.
  const isChangeable = !student.erased && !panels.merges.into;
  const semester = shownSemester(details.data, chosen);
  const ofSemester = inSemester(details.data, semester);
  const of = String(student.id);
  const actions: PageAction[] = [
    { title: 'Print', Icon: IconPrinter, isFrequent: true, onClick: () => window.print() },
    ...(can('Timetables', 'read') && !student.erased
      ? [
          {
            title: 'Week',
            Icon: IconCalendarWeek,
            link: { to: '/timetable/week', search: { student: of } },
          } as const,
        ]
      : []),
    ...(can('Red List Students', 'read') && !student.erased
      ? [
          {
            title: 'Contact hours',
            Icon: IconClockHour4,
            link: { to: '/contact-hours/student', search: { id: of } },
          } as const,
        ]
      : []),
    ...(can('Students', 'edit') && can('Students', 'delete') && isChangeable
      ? [
          {
            title: 'Merge with…',
            Icon: IconArrowMerge,
            link: { to: '/students/merge', search: { keep: of } },
          } as const,
        ]
      : []),
  ];
  return (
    <>
      <PageHead
        title={
          <span className={classes.named}>
            <StudentPhoto
              student={{ name: fullName(student), profile_image: student.profile_image }}
              size={40}
            />
            <PersonName of={student} />
          </span>
        }
      >
        <Group gap="xs" className="at-screen">
          <BackButton />
          <PageActions
            actions={actions}
            main={
              <>
                <PrivacyMenu student={student} />
                {can('Students', 'edit') && isChangeable && (
                  <Button
                    leftSection={<IconPencil size={16} aria-hidden="true" />}
                    renderRoot={(props) => (
                      <Link {...props} to="/students/add" search={{ edit: of }} />
                    )}
                  >
                    Edit
                  </Button>
                )}
              </>
            }
          />
        </Group>
      </PageHead>
      <Merges merges={panels.merges} />
      <div className={classes.page}>
        <StudentHeader student={student} />
        <Overview details={details.data} attendance={ofSemester} semester={semester} />
        <PanelIndex details={details.data} />
        <StudentPanels details={details.data} isChangeable={isChangeable} />
      </div>
    </>
  );
}
