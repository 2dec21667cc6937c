import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import { forecastText, leastCounted } from '#contract/standing/forecast.ts';
import { rateNear, rateOf, rateText } from '#contract/rates.ts';
import type { StudentDetails, SubjectForecast } from '#contract/people/student-details.ts';
import { classesOf } from '#contract/weekdays.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import { enrolledText, type SubjectAttendance } from './by-subject.ts';
import classes from './Details.module.css';
import { capitalize } from '#web/ui/labels.ts';
import { SubjectClasses } from './SubjectClasses.tsx';
import type { Student } from '#contract/student.ts';

interface SubjectTableProps {
  student: Student;
  subjects: SubjectAttendance[];
  terms: StudentDetails['rate_terms'];
  /** Those of the semester; null for users who get none (R-FORECAST-2). */
  forecasts: SubjectForecast[] | null;
}

/**
 * A row for each subject: the classes that the student is in and since when, the rate and counts, and what is
 * still open. A row opens its classes with their dates.
 */
export function SubjectTable({ student, subjects, terms, forecasts }: SubjectTableProps) {
  const id = useId();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const codes = subjects.map(({ subject }) => subject.subject_code);
  const isAllOpen = codes.every((code) => opened.has(code));
  const toggle = (code: string) =>
    setOpened((before) =>
      before.has(code)
        ? new Set([...before].filter((it) => it !== code))
        : new Set([...before, code]),
    );
  const isOpen = forecasts !== null && forecasts.length > 0;
  const ofSubjects = subjects.map((subject) => ({
    subject,
    code: subject.subject.subject_code,
    rows: rowsOf(subject, forecasts ?? []),
  }));
  const rows = ofSubjects.flatMap((it) => it.rows);
  // Where the table has no room, columns without a number leave it.
  const none = {
    late: rows.every(({ counts }) => counts.late === 0) ? classes.spare : undefined,
    excused: rows.every(({ counts }) => counts.excused === 0) ? classes.spare : undefined,
    notTaken: rows.every(({ notTaken }) => notTaken === 0) ? classes.spare : undefined,
  };
  return (
    <>
      <section
        className={`at-scroll ${classes.bySubject}`}
        tabIndex={0}
        aria-label="Subjects, table"
      >
        <table className="at-table">
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Rate</th>
              <th scope="col" className={classes.wide}>
                Present
              </th>
              <th scope="col" className={none.late}>
                Late
              </th>
              <th scope="col">Absent</th>
              <th scope="col" className={none.excused}>
                Excused
              </th>
              <th scope="col" className={none.notTaken}>
                Not taken
              </th>
              {isOpen && (
                <>
                  <th scope="col">May miss</th>
                  <th scope="col" className={classes.wide}>
                    Best possible
                  </th>
                  <th scope="col" className={classes.forecast}>
                    Forecast
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {ofSubjects.map(({ subject, code, rows: own }) => (
              <Fragment key={code}>
                {own.map(({ name, counts, notTaken, forecast }, at) => (
                  <tr key={name}>
                    <th scope="row">
                      {at === 0 ? (
                        <UnstyledButton
                          className={classes.subject}
                          aria-expanded={opened.has(code)}
                          aria-controls={opened.has(code) ? `${id}-${code}` : undefined}
                          onClick={() => toggle(code)}
                        >
                          {opened.has(code) ? (
                            <IconChevronDown size={16} aria-hidden="true" />
                          ) : (
                            <IconChevronRight size={16} aria-hidden="true" />
                          )}
                          <span>
                            {name}
                            <small>{enrolledText(subject.classes)}</small>
                          </span>
                        </UnstyledButton>
                      ) : (
                        <span className={classes.type}>{name}</span>
                      )}
                    </th>
                    <td>
                      <b>{rateText(rateOf(counts, terms))}</b>
                    </td>
                    <td className={classes.wide}>{counts.present}</td>
                    <td className={none.late}>{counts.late}</td>
                    <td>{counts.absent}</td>
                    <td className={none.excused}>{counts.excused}</td>
                    <td className={none.notTaken}>{notTaken}</td>
                    {isOpen && <ForecastCells of={forecast} />}
                  </tr>
                ))}
                {opened.has(code) && (
                  <tr id={`${id}-${code}`} className="at-screen">
                    <td colSpan={isOpen ? 10 : 7} className={classes.ofSubject}>
                      <SubjectClasses student={student} of={subject} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      <Group justify="space-between" align="start" mt={4} gap="xs" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {isOpen &&
            `The forecast follows from the attendance so far, of ten students like this one. It is shown from ${leastCounted} counted classes on, and is no ground for a decision by itself.`}
        </Text>
        <Button
          className={`at-screen ${classes.all}`}
          size="compact-xs"
          variant="subtle"
          onClick={() => setOpened(new Set(isAllOpen ? [] : codes))}
        >
          {isAllOpen ? 'Close all' : 'Show all classes'}
        </Button>
      </Group>
    </>
  );
}

/** A subject, and each type of its classes that a rule of the red list names (R-RED-1). */
function rowsOf({ subject, counts, notTaken, types }: SubjectAttendance, all: SubjectForecast[]) {
  const title = subjectTitle(subject);
  const own = all.filter((it) => it.subject.subject_code === subject.subject_code);
  const forecast = own.find((it) => it.class_type === null);
  const named = own.flatMap((it) => {
    const type = types.find(({ class_type }) => class_type === it.class_type);
    return type ? [{ ...type, name: classesOf(title, it.class_type), forecast: it }] : [];
  });
  return [{ name: title, counts, notTaken, forecast }, ...named];
}

/** What is still open in a subject; dashes where nothing is left. */
function ForecastCells({ of }: { of: SubjectForecast | undefined }) {
  if (!of)
    return (
      <>
        <td>–</td>
        <td className={classes.wide}>–</td>
        <td>–</td>
      </>
    );
  const { threshold, meetings_left, absences_left, best, probability } = of;
  const limit = `${(threshold.part * 100) / threshold.of}%`;
  return (
    <>
      <td>
        {absences_left === null ? (
          <strong className={classes.unreachable}>cannot reach {limit}</strong>
        ) : (
          `${absences_left} of ${meetings_left} left`
        )}
      </td>
      <td className={classes.wide}>{rateNear(best, threshold)}</td>
      <td className={classes.forecast}>
        {capitalize(probability === null ? 'too early' : forecastText(probability, limit))}
      </td>
    </>
  );
}
