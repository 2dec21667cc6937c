import type { Permission } from '#contract/permissions.ts';
import { maxCounted, type SetUp, type SetUpStep } from '#contract/admin/set-up.ts';

/** The page that imports the files of another system, once it exists. */
export const importPath: string = '/import';

/** A form, upload or page that does a step, for who may open it. */
export interface StepLink {
  text: string;
  to: string;
  search?: Record<string, string>;
  needs: Permission;
}

/** How a step is shown; its id in the guide is that of its heading in `docs/guide/setting-up.md`. */
interface StepText {
  title: string;
  /** What it is needed for. */
  why: string;
  /** The first one is the button of the step. */
  links: StepLink[];
  /** One, and several, of what is counted. */
  noun: [string, string];
  section: string;
}

const link = (
  text: string,
  to: string,
  needs: Permission,
  search?: Record<string, string>,
): StepLink => ({ text, to, needs, ...(search && { search }) });

export const stepTexts: Record<SetUpStep, StepText> = {
  settings: {
    title: 'Institute settings',
    why: 'When check-in opens, when a tap is late, how rates count. The defaults suit most institutes.',
    links: [link('Look at the settings', '/settings', ['Settings', 'read'])],
    noun: ['setting was chosen', 'settings were chosen'],
    section: 'settings',
  },
  courses: {
    title: 'Courses and specializations',
    why: 'Each subject belongs to a course and a specialization.',
    links: [
      link('Add course', '/courses/add', ['Courses', 'add']),
      link('Add specialization', '/specialization/add', ['Specialization', 'add']),
    ],
    noun: ['course', 'courses'],
    section: 'courses-and-specializations',
  },
  teachers: {
    title: 'Teachers',
    why: 'Teachers sign in by the e-mail address that is entered here.',
    links: [link('Add teacher', '/teachers/add', ['Teachers', 'add'])],
    noun: ['teacher', 'teachers'],
    section: 'teachers',
  },
  subjects: {
    title: 'Subjects',
    why: 'What is taught: rates and the red list are by subject.',
    links: [link('Add subject', '/subjects/add', ['Subjects', 'add'])],
    noun: ['subject', 'subjects'],
    section: 'subjects',
  },
  semester: {
    title: 'Semester',
    why: 'Classes take place between its first and its last date, but for holidays.',
    links: [
      link('Add semester', '/semester/add', ['Semester', 'add']),
      link('Add holiday', '/holiday/add', ['Holidays', 'add']),
    ],
    noun: ['semester that has not ended', 'semesters that have not ended'],
    section: 'semester',
  },
  rooms: {
    title: 'Rooms',
    why: 'Each class has a room; its capacity warns before it is too small.',
    links: [
      link('Add classroom', '/classroom/add', ['Classroom', 'add']),
      link('Enter seats', '/classroom', ['Classroom', 'edit'], { ordering: 'capacity' }),
    ],
    noun: ['room', 'rooms'],
    section: 'rooms',
  },
  classes: {
    title: 'Classes',
    why: 'A weekly class takes place on each of its dates in the semester.',
    links: [link('Add class', '/timetable/add', ['Timetables', 'add'])],
    noun: ['weekly class', 'weekly classes'],
    section: 'classes',
  },
  students: {
    title: 'Students',
    why: 'One by one, or all from a file.',
    links: [
      link('Upload students', '/students', ['Students', 'bulkUpload'], { show: 'upload' }),
      link('Add student', '/students/add', ['Students', 'add']),
    ],
    noun: ['student', 'students'],
    section: 'students',
  },
  enrolments: {
    title: 'Enrolments',
    why: 'A roll lists the students who are enrolled in its class.',
    links: [
      link('Enrol in a class', '/enroll-by-schedule/add', ['Enroll Student', 'add']),
      link('Enrol by cohort', '/enroll-by-cohort/add', ['Enroll Student', 'add']),
    ],
    noun: ['student is enrolled', 'students are enrolled'],
    section: 'enrolments',
  },
  cards: {
    title: 'Cards',
    why: 'Students can tap at a reader. Without cards they are marked by ID, by hand or by code.',
    links: [link('Hand out cards', '/students/cards', ['Students', 'edit'])],
    noun: ['student has a card', 'students have a card'],
    section: 'cards',
  },
};

const counted = (count: number, [one, several]: [string, string]): string => {
  if (count === 0) return `no ${several}`;
  return count === 1
    ? `1 ${one}`
    : `${count >= maxCounted ? `${maxCounted} or more` : count} ${several}`;
};

function seatlessText(seatless: number, of: number): string {
  if (seatless < of) return `${seatless} without seats`;
  return of === 1 ? 'without seats' : 'all without seats';
}

/** What there is: "3 teachers", "none yet". */
export function countText(
  { step, count }: SetUp['steps'][number],
  { specializations, rooms_without_seats: seatless }: Omit<SetUp, 'steps'>,
): string {
  if (step === 'courses' && count + specializations > 0)
    return [
      counted(count, stepTexts.courses.noun),
      counted(specializations, ['specialization', 'specializations']),
    ].join(', ');
  if (step === 'rooms' && seatless > 0)
    return `${counted(count, stepTexts.rooms.noun)}, ${seatlessText(seatless, count)}`;
  if (step === 'settings' && count === 0) return 'the defaults';
  return count === 0 ? 'none yet' : counted(count, stepTexts[step].noun);
}

/** "3 of 10 steps". */
export const progressText = (steps: SetUp['steps']): string =>
  `${steps.filter((it) => it.is_done).length} of ${steps.length} steps`;

/** The first step that a roll needs and that is missing, else the first missing one. */
export const nextStep = (steps: SetUp['steps']): SetUpStep | undefined =>
  (steps.find((it) => !it.is_done && !it.is_optional) ?? steps.find((it) => !it.is_done))?.step;
