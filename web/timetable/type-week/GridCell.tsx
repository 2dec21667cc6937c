import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { classCode } from '#contract/class-name.ts';
import { namesOfRooms, namesOfTeachers } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { weeksOf } from '#web/platform/week-names.ts';
import { isComplete, missingOf, withoutClass, type NewClass } from './grid-state.ts';
import { partTitles } from './names.ts';
import type { Typing } from './useTyping.ts';
import classes from './TypeWeek.module.css';

/** A class of the timetable as it stands. */
export function StoredClass({ of, time }: { of: ClassSchedule; time: string }) {
  const own = `${of.start_time}–${of.end_time}`;
  return (
    <div className={classes.stored}>
      <Link to="/timetable/add" search={{ edit: String(of.id) }}>
        {classCode(of)}
      </Link>{' '}
      {namesOfRooms(of)}, {namesOfTeachers(of)}
      {own !== time && <small> {own}</small>}
      {of.weeks !== null && <small> {weeksOf(of)}</small>}
    </div>
  );
}

/** What is typed of a class, and what is wrong with it. */
export function TypedClass({
  of,
  problems,
  typing,
}: {
  of: NewClass;
  problems: readonly string[];
  typing: Typing;
}) {
  const { subject, classroom, teacher, questions } = of;
  const name = subject?.short ?? 'the class';
  return (
    <div
      className={classes.typed}
      data-class={of.key}
      data-wrong={!isComplete(of) || problems.length > 0 || undefined}
    >
      <div>
        <b>{subject?.short}</b> {classroom?.short}
        <div>{teacher?.short}</div>
        {questions.map(({ text }) => (
          <mark key={text} title="Who or what is meant?">
            {text}?
          </mark>
        ))}
        {questions.length === 0 &&
          missingOf(of).map((part) => <em key={part}>{partTitles[part]}?</em>)}
        {problems.map((text) => (
          <small key={text}>{text}</small>
        ))}
      </div>
      <CloseButton
        size={24}
        tabIndex={-1}
        aria-label={`Remove ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          typing.change((grid) => withoutClass(grid, of.key));
          typing.go(typing.active);
        }}
      />
    </div>
  );
}
