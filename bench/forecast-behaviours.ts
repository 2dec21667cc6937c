// Simulated students, to measure forecasts of attendance with (docs/forecast.md). Written before any
// model, and unknown to it: half of the behaviours break what such models assume, that the past of a
// student looks like the future.
import { seeded, type Random } from './random.ts';

export type SimulatedMark = 'present' | 'late' | 'absent' | 'excused' | 'not taken';

/** Where a meeting is in the semester. */
interface Meeting {
  /** From 0. */
  week: number;
  /** The number of weeks of the semester. */
  weeks: number;
  /** 0 is the Monday class, 1 the one later in the week. */
  ofWeek: number;
  /** Whether the student came the last time; true at first. */
  cameLast: boolean;
}

/** What one student does: the probability to come to a meeting. */
type Habit = (meeting: Meeting) => number;

interface Behaviour {
  name: string;
  /** Whether each meeting is as likely to be attended as any other one, as the usual models have it. */
  constant: boolean;
  /** Draws one student. */
  habit(random: Random): Habit;
  /** The share of late students among those who come. */
  late?: number;
  /** Weeks before the enrolment. */
  joinsAfter?: number;
}

interface SimulatedStudent {
  behaviour: string;
  constant: boolean;
  /** The student's meetings of the semester, 12 to 40, in their order. */
  marks: SimulatedMark[];
}

/** A probability around `center`, which differs from student to student: normal in log-odds. */
const around = (random: Random, center: number, spread: number): number =>
  1 / (1 + Math.exp(-(Math.log(center / (1 - center)) + spread * random.normal())));

/** How far the semester is, from 0 to 1. */
const progress = ({ week, weeks }: Meeting): number => week / (weeks - 1);

export const behaviours: Behaviour[] = [
  {
    name: 'steady',
    constant: true,
    habit(random) {
      const come = around(random, 0.92, 0.6);
      return () => come;
    },
  },
  {
    name: 'irregular',
    constant: true,
    habit(random) {
      const come = around(random, 0.78, 0.5);
      return () => come;
    },
  },
  {
    name: 'seldom there',
    constant: true,
    habit(random) {
      const come = around(random, 0.4, 0.6);
      return () => come;
    },
  },
  {
    name: 'bimodal',
    constant: true,
    habit(random) {
      const come = random.happens(0.5) ? 0.97 : 0.55;
      return () => come;
    },
  },
  {
    name: 'often late',
    constant: true,
    late: 0.35,
    habit(random) {
      const come = around(random, 0.88, 0.5);
      return () => come;
    },
  },
  {
    name: 'new after week 3',
    constant: true,
    joinsAfter: 3,
    habit(random) {
      const come = around(random, 0.86, 0.7);
      return () => come;
    },
  },
  {
    name: 'declining',
    constant: false,
    habit(random) {
      const [first, last] = [around(random, 0.96, 0.4), around(random, 0.5, 0.6)];
      return (meeting) => first + (last - first) * progress(meeting);
    },
  },
  {
    name: 'recovering',
    constant: false,
    habit(random) {
      const [first, last] = [around(random, 0.5, 0.6), around(random, 0.96, 0.4)];
      return (meeting) => first + (last - first) * progress(meeting);
    },
  },
  {
    name: 'absent on Mondays',
    constant: false,
    habit(random) {
      const [monday, other] = [around(random, 0.3, 0.6), around(random, 0.95, 0.4)];
      return ({ ofWeek }) => (ofWeek === 0 ? monday : other);
    },
  },
  {
    name: 'sick for a block',
    constant: false,
    habit(random) {
      const come = around(random, 0.93, 0.5);
      const [first, weeks] = [random.next(), random.whole(2, 4)];
      return (meeting) => {
        const since = meeting.week - Math.floor(first * (meeting.weeks - weeks + 1));
        return since >= 0 && since < weeks ? 0 : come;
      };
    },
  },
  {
    name: 'drops off at the end',
    constant: false,
    habit(random) {
      const [come, afterwards] = [around(random, 0.93, 0.5), around(random, 0.35, 0.6)];
      const from = 0.6 + 0.3 * random.next();
      return (meeting) => (progress(meeting) < from ? come : afterwards);
    },
  },
  {
    name: 'in streaks',
    constant: false,
    habit(random) {
      const [afterComing, afterMissing] = [around(random, 0.94, 0.4), around(random, 0.4, 0.5)];
      return ({ cameLast }) => (cameLast ? afterComing : afterMissing);
    },
  },
];

/** Of all meetings: rolls that are never taken, and absences that are excused. */
const notTaken = 0.03;
const excused = 0.1;

/**
 * Students of every behaviour, as many of each, over one semester of one subject: 12 to 20 weeks with
 * one or two meetings; absences on Mondays need two.
 */
export function simulateStudents(ofEach: number, seed: number): SimulatedStudent[] {
  const random = seeded(seed);
  return behaviours.flatMap((behaviour) =>
    Array.from({ length: ofEach }, () => simulate(behaviour, random)),
  );
}

function simulate(behaviour: Behaviour, random: Random): SimulatedStudent {
  const { name, constant, late = 0.04, joinsAfter = 0 } = behaviour;
  const perWeek = name === 'absent on Mondays' ? 2 : random.whole(1, 2);
  const joined = joinsAfter && random.whole(joinsAfter, joinsAfter + 2);
  // Those who join late have at least twelve meetings, too.
  const weeks = random.whole(12 + joined, 20);
  const habit = behaviour.habit(random);
  const marks: SimulatedMark[] = [];
  let cameLast = true;
  for (let week = joined; week < weeks; week++)
    for (let ofWeek = 0; ofWeek < perWeek; ofWeek++) {
      cameLast = random.happens(habit({ week, weeks, ofWeek, cameLast }));
      const mark = cameLast
        ? random.happens(late)
          ? 'late'
          : 'present'
        : random.happens(excused)
          ? 'excused'
          : 'absent';
      marks.push(random.happens(notTaken) ? 'not taken' : mark);
    }
  return { behaviour: name, constant, marks };
}
