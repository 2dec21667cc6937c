import { Button, Group, Title } from '@mantine/core';
import { IconArrowMerge, IconClockHour4, IconPencil, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetRecords } from '#web/platform/recent.ts';
import { useRememberRecord } from '#web/platform/useRememberRecord.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#web/ui/labels.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StudentCards } from '#web/features/cards/StudentCards.tsx';
import { StudentLetters, useSeesLetters } from '#web/features/letters/StudentLetters.tsx';
import { PrivacyMenu } from '#web/features/privacy/PrivacyMenu.tsx';
import { Guardians } from '#web/features/guardians/Guardians.tsx';
import { StudentLeaveRequests } from '#web/features/leave-requests/StudentLeaveRequests.tsx';
import { StudentMessages } from '#web/features/student-messages/StudentMessages.tsx';
import { StudentFollowUps } from '#web/features/follow-ups/StudentFollowUps.tsx';
import { WeekButton } from '#web/features/weeks/WeekButton.tsx';
import { Merges } from '../merge/Merges.tsx';
import { AttendanceBySubject } from './AttendanceBySubject.tsx';
import classes from './Details.module.css';
import { Enrolments } from './Enrolments.tsx';
import { History } from './History.tsx';
import { MorePrinted } from './MorePrinted.tsx';
import { Overview } from './Overview.tsx';
import { Panel } from './Panel.tsx';
import { detailsOf } from './query.ts';
import { inSemester, shownSemester } from './semesters.ts';
import { StudentHeader } from './StudentHeader.tsx';

/** The student's page. */
export function StudentDetailsPage() {
  const { id = '', semester: chosen } = useSearch({ from: '/students/student-details' });
  const can = useCan();
  const seesLetters = useSeesLetters();
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
  const { student, enrolments, attendance, rate_terms, notes, history, panels } = details.data;
  // Who was merged into another student, or erased, stays as they are.
  const isChangeable = !student.erased && !panels.merges.into;
  const semester = shownSemester(details.data, chosen);
  const ofSemester = inSemester(details.data, semester);
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {fullName(student)}
        </Title>
        <Group gap="xs" className="at-screen">
          <BackButton />
          {!student.erased && <WeekButton of={{ student: String(student.id) }} />}
          {can('Red List Students', 'read') && !student.erased && (
            <Button
              variant="default"
              leftSection={<IconClockHour4 size={16} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link {...props} to="/contact-hours/student" search={{ id: String(student.id) }} />
              )}
            >
              Contact hours
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <PrivacyMenu student={student} />
          {can('Students', 'edit') && can('Students', 'delete') && isChangeable && (
            <Button
              variant="default"
              leftSection={<IconArrowMerge size={16} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link {...props} to="/students/merge" search={{ keep: String(student.id) }} />
              )}
            >
              Merge with…
            </Button>
          )}
          {can('Students', 'edit') && isChangeable && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link {...props} to="/students/add" search={{ edit: String(student.id) }} />
              )}
            >
              Edit
            </Button>
          )}
        </Group>
      </Group>
      <Merges merges={panels.merges} />
      <div className={classes.page}>
        <StudentHeader student={student} />
        <Overview details={details.data} attendance={ofSemester} semester={semester} />
        <Panel
          title="Enrolments"
          screenOnly
          empty={enrolments.length === 0}
          long={enrolments.length > 8}
        >
          <Enrolments student={student} enrolments={enrolments} />
        </Panel>
        {!student.erased && (
          <Panel title="Cards" screenOnly empty={false}>
            <StudentCards student={student} isChangeable={isChangeable} />
          </Panel>
        )}
        {can('Red List Students', 'read') && !student.erased && (
          <Panel title="Follow-ups" screenOnly empty={false}>
            <StudentFollowUps student={student} />
          </Panel>
        )}
        {notes && (
          <Panel title="Notes" empty={notes.length === 0} long={notes.length > 8}>
            <ul className="at-rows">
              {notes.map((note) => (
                <li key={note.id}>
                  <div>
                    <strong>
                      {longDate(note.date)}, {note.about_student ? '' : 'class '}
                      {note.subject.subject_code}, {note.author}
                    </strong>
                    <span>{note.note}</span>
                  </div>
                </li>
              ))}
            </ul>
            <MorePrinted all={notes.length} />
          </Panel>
        )}
        <Panel title="Attendance by class" wide screenOnly empty={attendance.length === 0}>
          <AttendanceBySubject attendance={attendance} enrolments={enrolments} terms={rate_terms} />
        </Panel>
        {seesLetters && (
          <Panel title="Letters" screenOnly empty={false}>
            <StudentLetters student={student.id} erased={student.erased} />
          </Panel>
        )}
        {can('Approved Leave List', 'read') && !student.erased && (
          <Panel title="Requests for leaves" screenOnly empty={false}>
            <StudentLeaveRequests student={student.id} />
          </Panel>
        )}
        {can('Students', 'edit') && !student.erased && (
          <>
            <Panel title="Guardians" screenOnly empty={false}>
              <Guardians student={student.id} />
            </Panel>
            <Panel title="Messages" screenOnly empty={false}>
              <StudentMessages student={student.id} />
            </Panel>
          </>
        )}
        {history && (
          <Panel title="History of marks" wide screenOnly empty={history.length === 0}>
            <History changes={history} />
          </Panel>
        )}
      </div>
    </>
  );
}
