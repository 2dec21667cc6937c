import { demoMailDomain } from '#server/config.ts';
import { classTypes } from '#contract/timetable/timetable.ts';
import { defaultWeekdays } from '#contract/weekdays.ts';
import { required } from '#server/platform/required.ts';
import type { FileName } from '#server/exchange/index.ts';

type Row = Record<string, string>;

const firstNames = (
  'Aisha Liam Mei Noah Sofia Arjun Chloe Mateo Hana Lucas Zara Ethan Nguyễn ' +
  'Olivia Kwame Isla Diego Freya Yusuf Ruby Anaïs Tomás Priya Jack Łukasz Leila Finn Amara Søren Grace'
).split(' ');
const lastNames = (
  'Nguyen Smith Patel Chen García Okafor Müller Kim Wilson Haddad Rossi Singh Brown Tanaka Novák ' +
  'Ali Jones Silva Wójcik Taylor Mensah Lindström Khan O’Brien Costa Park Murphy Sato Dubois Walker'
).split(' ');

const teachers = [
  ['Grace', 'Hall', 'grace.hall@demo.example'],
  ['Omar', 'Haddad', 'omar.haddad@demo.example'],
  ['Ingrid', 'Larsen', 'ingrid.larsen@demo.example'],
  ['Samuel', 'Osei', 'samuel.osei@demo.example'],
  ['Keiko', 'Mori', 'keiko.mori@demo.example'],
  ['Pavel', 'Novák', 'pavel.novak@demo.example'],
] as const;

const subjects = [
  ['Introduction to Nursing', 'NUR101', '1', '#1f7a8c'],
  ['Human Anatomy', 'ANA110', '1', '#e59623'],
  ['Health Communication', 'COM120', '1', '#7a5195'],
  ['Pharmacology', 'PHA201', '2', '#2f855a'],
  ['Mental Health Care', 'MEN210', '2', '#b83280'],
  ['Aged Care Practice', 'AGE220', '2', '#2b6cb0'],
  ['Clinical Leadership', 'LEA301', '3', '#c05621'],
  ['Evidence and Research', 'RES310', '3', '#4a5568'],
] as const;

/** Start and end; consecutive through the day, so that there is nearly always a current class. */
const slots = [
  ['07:30', '09:00'],
  ['09:00', '10:30'],
  ['10:30', '12:00'],
  ['12:00', '13:30'],
  ['13:30', '15:00'],
  ['15:00', '16:30'],
  ['16:30', '18:00'],
  ['18:00', '19:30'],
  ['19:30', '21:00'],
] as const;

const classrooms = ['A1.01', 'A1.02', 'B2.10', 'Lab 3'];

const groups = 6;
const groupSize = 28;
const photos = 12;

/** The item at a position of a list, modulo its length. */
const repeated = <Item>(list: readonly Item[], position: number): Item =>
  required(list[position % list.length], `Item ${position}`);

/** A realistic institute around a date, in the format of an import's files. */
export function demoInstitute(today: string): Record<FileName, Row[]> {
  const day = Temporal.PlainDate.from(today);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  const at = (weeks: number, days = 0) => monday.add({ days: weeks * 7 + days }).toString();
  const semester = `${day.year}/2/${day.year}`;
  const students = Array.from({ length: groups * groupSize }, (_, number) =>
    demoStudent(number, day.year),
  );
  const classes = defaultWeekdays.flatMap((name, dayNumber) =>
    slots.flatMap((slot, slotNumber) => classesAt(name, dayNumber, slot, slotNumber, semester)),
  );

  return {
    guardians: [],
    courses: [{ name: 'Bachelor of Nursing' }, { name: 'Diploma of Community Health' }],
    specializations: [
      { specialization: 'Acute Care', specialization_code: 'ACU' },
      { specialization: 'Community Health', specialization_code: 'COM' },
    ],
    semesters: [
      {
        year: String(day.year),
        semester: '2',
        batch: String(day.year),
        semester_start_date: at(-10),
        semester_end_date: at(12, 5),
        class_start_date: at(-8),
        class_end_date: at(10, 5),
      },
    ],
    classrooms: classrooms.map((room_number, number) => ({
      room_number,
      capacity: String(30 + number * 10),
      features:
        ['Projector', 'Projector; Accessible', 'Accessible', 'Lab; Projector'][number] ?? '',
    })),
    teachers: teachers.map(([first_name, last_name, email], number) => ({
      first_name,
      last_name,
      email,
      phone: `+61 2 5550 10${number}0`,
    })),
    holidays: [
      { name: 'Founders’ Day', date_from: at(-3, 2), date_to: at(-3, 2) },
      { name: 'Community Week', date_from: at(2, 3), date_to: at(2, 4) },
      { name: 'Staff Development Day', date_from: at(6, 0), date_to: at(6, 0) },
    ],
    subjects: subjects.map(([subject_name, subject_code, year], number) => ({
      subject_name,
      subject_code,
      year,
      course: number % 3 === 2 ? 'Diploma of Community Health' : 'Bachelor of Nursing',
      specialization: number % 2 ? 'Community Health' : 'Acute Care',
      subject_teacher: repeated(teachers, number)[2],
    })),
    timetable: classes.map(({ row }) => row),
    students,
    enrolments: classes.flatMap(({ row, group }) =>
      students
        .slice(group * groupSize, (group + 1) * groupSize)
        .map(({ student_id }) => ({ student_id, timetable: row.ref })),
    ),
  };
}

function demoStudent(number: number, year: number) {
  const student_id = `S${year % 100}${String(number + 1).padStart(4, '0')}`;
  const first_name = repeated(firstNames, number * 7);
  const last_name = repeated(lastNames, number * 11 + Math.floor(number / 30));
  const withoutCard = number % 14 === 13;
  return {
    student_id,
    first_name,
    last_name,
    gender: number % 10 === 9 ? 'other' : number % 2 ? 'male' : 'female',
    phone_number: `+61 400 55${String(number).padStart(4, '0')}`,
    date_of_birth: [
      2000 + (number % 7),
      String((number % 12) + 1).padStart(2, '0'),
      String((number % 28) + 1).padStart(2, '0'),
    ].join('-'),
    batch: String(year),
    student_mail: `${student_id.toLowerCase()}@${demoMailDomain}`,
    rfid_number: withoutCard ? '' : String(7_000_100_000 + number * 7919),
    profile_image: number % 5 === 4 ? '' : `/faces/${(number % photos) + 1}.svg`,
  };
}

/**
 * The further columns of the classes that colleagues hold on Fridays, in the order of their slots.
 * @param number the slot in the week.
 */
const kindsOfClasses = (number: number) => [
  { weeks: 'odd' },
  { group: '12A' },
  // A colleague who has no class then.
  { co_teachers: repeated(teachers, 2 + ((number + 1) % 4))[2] },
  // A room that is free in every second slot.
  { more_rooms: repeated(classrooms, ((number + 1) % 2) * 2 + 1) },
];

/**
 * Two parallel classes: one of Grace or Omar, one of a colleague; without clashes of groups and
 * teachers.
 */
function classesAt(
  day: string,
  dayNumber: number,
  slot: readonly [string, string],
  slotNumber: number,
  semester: string,
) {
  return [0, 1].map((lane) => {
    const number = dayNumber * slots.length + slotNumber;
    const subject = repeated(subjects, number + lane * 3);
    const teacher = repeated(teachers, lane === 0 ? number % 2 : 2 + (number % 4));
    const row = {
      ref: `demo-${day}-${slotNumber}-${lane}`,
      subject_code: subject[1],
      class_type: repeated(classTypes, number + lane),
      day_of_week: day,
      start_time: slot[0],
      end_time: slot[1],
      teacher: teacher[2],
      classroom: repeated(classrooms, (number % 2) * 2 + lane),
      semester,
      color_coding: subject[3],
      weeks: '',
      group: '',
      co_teachers: '',
      more_rooms: '',
      // One of each kind, among the classes of colleagues.
      ...(day === 'Friday' && lane === 1 && kindsOfClasses(number)[slotNumber]),
    };
    return { row, group: (number + lane * 3) % groups };
  });
}
