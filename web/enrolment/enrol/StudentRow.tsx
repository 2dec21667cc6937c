import { Badge, Button, Checkbox, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ScheduleStudent } from '#contract/enrolment/enrolment.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { singlePress } from '#web/ui/single-press.ts';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import classes from './Enrolment.module.css';

interface StudentActionsProps {
  row: ScheduleStudent;
  enrol: () => void;
  remove: () => void;
  /** Asks for another schedule. */
  change: () => void;
}

interface StudentRowProps extends StudentActionsProps {
  /** Its number in the list. */
  number: number;
  isSelected: boolean;
  select: (on: boolean) => void;
}

/** A student, in the class or not, and what can be done. */
export function StudentRow(props: StudentRowProps) {
  const { row, number, isSelected, select, enrol, remove, change } = props;
  return (
    <tr data-row={row.id}>
      <td>
        <Checkbox
          aria-label={`Select ${fullName(row)}`}
          size="xs"
          checked={isSelected}
          onChange={(event) => select(event.currentTarget.checked)}
        />
      </td>
      <td className={classes.number}>{number}</td>
      <td>
        <Group gap="xs" wrap="nowrap">
          <StudentPhoto
            student={{ name: fullName(row), profile_image: row.profile_image }}
            size={30}
          />
          <span>
            {row.student_id} <PersonName of={row} /> {row.in_red_list && <RedListTag />}
            <span className={classes.tight}>
              <EnrolmentStatus row={row} />
            </span>
          </span>
        </Group>
      </td>
      <td className={classes.mail}>{row.student_mail ?? '–'}</td>
      <td className={classes.roomy}>
        <EnrolmentStatus row={row} />
      </td>
      <td>
        <StudentActions row={row} enrol={enrol} remove={remove} change={change} />
      </td>
    </tr>
  );
}

function StudentActions({ row, enrol, remove, change }: StudentActionsProps) {
  const can = useCan();
  return (
    <div className={classes.actions}>
      {/* Who leaves is enrolled again from the day after. */}
      {row.enrolled && row.enrolled_to === null
        ? can('Enroll Student', 'delete') && (
            <Button
              size="compact-sm"
              variant="subtle"
              c="var(--mantine-color-error)"
              onClick={singlePress(remove)}
            >
              Remove
            </Button>
          )
        : can('Enroll Student', 'add') && (
            <Button size="compact-sm" variant="light" onClick={singlePress(enrol)}>
              Enroll
            </Button>
          )}
      {row.enrolled && can('Enroll Student', 'edit') && (
        <Button size="compact-sm" variant="subtle" onClick={change}>
          Change schedule
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        renderRoot={(props) => (
          <Link {...props} to="/students/student-details" search={{ id: String(row.id) }} />
        )}
      >
        Details
      </Button>
    </div>
  );
}

function EnrolmentStatus({ row }: { row: ScheduleStudent }) {
  const { today } = useSession().config;
  const { enrolled, enrolled_from, enrolled_to } = row;
  if (enrolled_from === null) return '–';
  const text = [
    enrolled && enrolled_from > today && `from ${longDate(enrolled_from)}`,
    enrolled && enrolled_to && `until ${longDate(enrolled_to)}`,
    enrolled && enrolled_from <= today && !enrolled_to && `since ${longDate(enrolled_from)}`,
    !enrolled && enrolled_to && `left on ${longDate(enrolled_to)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <Badge
      className={classes.since}
      variant="light"
      color={enrolled ? 'spruce' : 'gray'}
      c="var(--mantine-color-text)"
    >
      {text}
    </Badge>
  );
}
