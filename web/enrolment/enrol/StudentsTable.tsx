import { Badge, Button, Checkbox, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ScheduleStudent } from '#contract/enrolment/enrolment.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#web/ui/labels.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import classes from './Enrolment.module.css';

interface StudentsTableProps {
  rows: ScheduleStudent[];
  /** The number of the first row. */
  first: number;
  selected: Set<number>;
  select: (ids: Set<number>) => void;
  enrol: (row: ScheduleStudent) => void;
  remove: (row: ScheduleStudent) => void;
  change: (row: ScheduleStudent) => void;
}

/** Enrolled students show Remove, others Enroll; Details leads to the student (R-ENROL-3). */
export function StudentsTable({
  rows,
  first,
  selected,
  select,
  enrol,
  remove,
  change,
}: StudentsTableProps) {
  const can = useCan();
  const toggle = (ids: number[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    select(next);
  };
  const all = rows.map(({ id }) => id);
  const here = all.filter((id) => selected.has(id)).length;
  return (
    <section className="at-scroll" tabIndex={0} aria-label="Students, table">
      <table className="at-table">
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label="Select all rows of this page"
                size="xs"
                checked={here === all.length}
                indeterminate={here > 0 && here < all.length}
                onChange={(event) => toggle(all, event.currentTarget.checked)}
              />
            </th>
            <th className={classes.roomy}>#</th>
            <th>Student</th>
            <th className={classes.roomy}>E-mail</th>
            <th className={classes.roomy}>In this class</th>
            <th>Options</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id} data-row={row.id}>
              <td>
                <Checkbox
                  aria-label={`Select ${fullName(row)}`}
                  size="xs"
                  checked={selected.has(row.id)}
                  onChange={(event) => toggle([row.id], event.currentTarget.checked)}
                />
              </td>
              <td className={classes.roomy}>{first + at}</td>
              <td>
                <Group gap="xs" wrap="nowrap">
                  <StudentPhoto
                    student={{ name: fullName(row), profile_image: row.profile_image }}
                    size={30}
                  />
                  <span>
                    {row.student_id} {fullName(row)} {row.in_red_list && <RedListTag />}
                    <span className={classes.tight}>
                      <EnrolmentStatus row={row} />
                    </span>
                  </span>
                </Group>
              </td>
              <td className={classes.roomy}>{row.student_mail ?? '–'}</td>
              <td className={classes.roomy}>
                <EnrolmentStatus row={row} />
              </td>
              <td>
                <div className={classes.actions}>
                  {row.enrolled
                    ? can('Enroll Student', 'delete') && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          c="var(--mantine-color-error)"
                          onClick={() => remove(row)}
                        >
                          Remove
                        </Button>
                      )
                    : can('Enroll Student', 'add') && (
                        <Button size="compact-sm" onClick={() => enrol(row)}>
                          Enroll
                        </Button>
                      )}
                  {row.enrolled && can('Enroll Student', 'edit') && (
                    <Button size="compact-sm" variant="default" onClick={() => change(row)}>
                      Change schedule
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    variant="default"
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/students/student-details"
                        search={{ id: String(row.id) }}
                      />
                    )}
                  >
                    Details
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EnrolmentStatus({
  row: { enrolled, enrolled_from, enrolled_to },
}: {
  row: ScheduleStudent;
}) {
  if (enrolled_from === null) return '–';
  const text = enrolled
    ? enrolled_to
      ? `until ${longDate(enrolled_to)}`
      : `since ${longDate(enrolled_from)}`
    : enrolled_to
      ? `left on ${longDate(enrolled_to)}`
      : `from ${longDate(enrolled_from)}`;
  return (
    <Badge variant="light" color={enrolled ? 'spruce' : 'gray'} c="var(--mantine-color-text)">
      {text}
    </Badge>
  );
}
