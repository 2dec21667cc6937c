import { Group, NativeSelect, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { countedOf, rateOf, rateText, sumCounts } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { StatList } from '#web/ui/StatList.tsx';
import { bySubject } from './by-subject.ts';
import { ChangedMeetings } from './ChangedMeetings.tsx';
import classes from './Details.module.css';
import { HeatMap } from './HeatMap.tsx';
import { Leaves } from './Leaves.tsx';
import { semesterKey, semestersOf, semesterTitle } from './semesters.ts';
import { SubjectTable } from './SubjectTable.tsx';

interface OverviewProps {
  details: StudentDetails;
  /** The classes of the semester. */
  attendance: StudentDetails['attendance'];
  semester: string | null;
}

/** How the student is doing in a semester: figures, days, leaves, and each subject with its classes. */
export function Overview({ details, attendance, semester }: OverviewProps) {
  const navigate = useNavigate();
  const { student, enrolments, rate_terms: terms, forecasts, leaves } = details;
  const semesters = semestersOf(enrolments);
  const subjects = bySubject(
    attendance,
    enrolments.filter((it) => semesterKey(it.semester) === semester),
  );
  const own = new Set(attendance.map((it) => it.class_schedule));
  const changed = details.changed_meetings.filter((it) => own.has(it.class_schedule));
  const counts = sumCounts(attendance);
  const notTaken = subjects.reduce((total, it) => total + it.notTaken, 0);
  const of = forecasts && forecasts.filter((it) => semesterKey(it.semester) === semester);
  return (
    <section className={`at-card ${classes.panel} ${classes.wide}`} aria-labelledby="overview">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5" id="overview">
          {semester === null ? 'Attendance' : `Attendance, ${semesterTitle(semester)}`}
        </Title>
        {semesters.length > 1 && (
          <NativeSelect
            className="at-screen"
            size="xs"
            aria-label="Semester"
            data={semesters.map((value) => ({ value, label: semesterTitle(value) }))}
            value={semester ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              void navigate({
                to: '.',
                search: (search) => ({ ...search, semester: value }),
                replace: true,
              });
            }}
          />
        )}
      </Group>
      <div className={classes.glance}>
        <div>
          <StatList
            stats={[
              ['Rate', rateText(rateOf(counts, terms))],
              ['Present', `${counts.present} of ${countedOf(counts, terms)}`],
              ['Late', counts.late],
              ['Absent', counts.absent],
              ['Excused', counts.excused],
              ['Not taken', notTaken],
            ]}
          />
          {leaves && <Leaves leaves={leaves} />}
          <ChangedMeetings meetings={changed} />
        </div>
        {attendance.some(({ days }) => days.length > 0) && (
          <HeatMap attendance={attendance} student={student.erased ? null : student.id} />
        )}
      </div>
      {subjects.length === 0 ? (
        <Nothing />
      ) : (
        <SubjectTable student={student} subjects={subjects} terms={terms} forecasts={of} />
      )}
    </section>
  );
}
