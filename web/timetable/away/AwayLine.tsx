import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classCode } from '#contract/class-name.ts';
import classes from './Away.module.css';

interface AwayLineProps {
  of: {
    class_schedule: number;
    date: string;
    start_time: string;
    end_time: string;
    group_name: string | null;
    subject: { subject_name: string; subject_code: string };
    number_of_students: number;
    over: boolean;
  };
  /** Further facts, before and after the number of students. */
  before?: string[];
  after?: string[];
  /** What has happened with the class, or the choice of it. */
  children: ReactNode;
}

/** A class whose teacher or room is away. */
export function AwayLine({ of, before = [], after = [], children }: AwayLineProps) {
  const { number_of_students: students } = of;
  const facts = [
    ...before,
    students === 1 ? '1 student' : `${students} students`,
    ...after,
    ...(of.over ? ['over'] : []),
  ];
  return (
    <li data-class={of.class_schedule}>
      <span>
        {of.start_time} – {of.end_time}
      </span>
      <span>
        <Link
          className="at-link"
          to="/attendance/view"
          search={{ id: of.class_schedule, date: of.date }}
        >
          {of.subject.subject_name}
        </Link>{' '}
        <small>{classCode(of)}</small>
        <small className={classes.facts}>{facts.join(' · ')}</small>
      </span>
      {children}
    </li>
  );
}
