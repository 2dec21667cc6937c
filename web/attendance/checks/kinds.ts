import type { CheckKind, Finding } from '#contract/attendance/check.ts';

interface Check {
  title: string;
  /** An explanation, and how to fix it. */
  text: string;
  /** Details of a finding besides its class or student. */
  detail?: (finding: Finding) => string;
}

const counted = (count: number | null, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count ?? 0} ${several}`;

export const checkTitles: Record<CheckKind, Check> = {
  rolls_not_taken: {
    title: 'Rolls not taken or unfinished',
    text: 'Classes of the last 14 days: open the roll and finish it, or cancel the class if it was not held.',
    detail: ({ count }) => `${counted(count, 'student', 'students')} without a mark`,
  },
  held_marks: {
    title: 'Marks that wait for a decision',
    text: 'They waited for the network and met a closed roll or an archived class: open the roll, and accept or dismiss them.',
    detail: ({ count }) => counted(count, 'mark', 'marks'),
  },
  marks_after_closing: {
    title: 'Marks that arrived after their roll was closed',
    text: 'They waited for the network. The history of the roll shows each of them.',
    detail: ({ count }) => counted(count, 'mark', 'marks'),
  },
  marks_of_changed_class: {
    title: 'Marks in classes that were cancelled or moved',
    text: 'Made before the change, and arrived after it. They count nowhere: restore the class if it was held.',
    detail: ({ count }) => counted(count, 'mark', 'marks'),
  },
  check_ins_without_marks: {
    title: 'Check-ins without a roll',
    text: 'A teacher checked in during the last 28 days, and no student was marked.',
  },
  classes_without_students: {
    title: 'Classes without students',
    text: 'Their rolls are empty: enrol students, or archive the class.',
  },
  students_without_classes: {
    title: 'Students without classes',
    text: 'Enrol them, or archive who has left.',
  },
  enrolments_outside_semester: {
    title: 'Enrolments outside of the semester',
    text: 'They begin after the semester’s end, or ended before its beginning: the student is on no roll.',
  },
  duplicate_students: {
    title: 'Students who may be the same person',
    text: 'The same name and date of birth. Merge the two, or edit one of them if they are two people.',
  },
  unused_cards: {
    title: 'Students whose card is never used',
    text: 'At least five marks in 28 days, none by card: it may be lost, or its number wrong.',
    detail: ({ count }) => `${counted(count, 'mark', 'marks')} without the card`,
  },
  same_names: {
    title: 'Names that differ in capital letters or spaces alone',
    text: 'Two rooms, codes, courses, cohorts, holidays or semesters that are probably one: rename one, or archive it.',
  },
  same_cards: {
    title: 'Card numbers that are the same card',
    text: 'Two people have one number in the form of the settings, or the number of a card is the ID of a student. Such numbers are not rewritten: correct one of them.',
    detail: ({ cards }) => (cards ? `${cards.holder.number} and ${cards.other.number}` : ''),
  },
  same_pay_codes: {
    title: 'Pay codes that differ in capital letters or spaces alone',
    text: 'Probably one pay code: rename one, or archive it.',
  },
  failed_mails: {
    title: 'Mails that could not be sent',
    text: 'Of the last 28 days: correct the address, or send it again on the page of mails.',
    detail: ({ mail }) => mail?.reason ?? '',
  },
  classes_without_pay_code: {
    title: 'Classes without a pay code',
    text: 'Their check-ins are paid nothing.',
  },
  classes_like_weeks: {
    title: 'Weekly classes that are often cancelled',
    text: 'Held every week, but several of the coming dates are cancelled. If a class is held only in some weeks, such as every second one, choose those weeks instead.',
    detail: ({ count }) => `${counted(count, 'date', 'dates')} to come cancelled`,
  },
  rooms_like_several: {
    title: 'Rooms that combine several rooms',
    text: 'The room number names other rooms of the list. Give their classes these rooms instead, so that clashes and seats are right.',
    detail: ({ room }) => (room ? room.parts.map(({ number }) => number).join(' and ') : ''),
  },
};
