import type { Student } from '#contract/student.ts';
import { fullName } from '#contract/person-name.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { cardStateLabel } from '../students/labels.ts';

interface StudentOptionProps {
  id: string;
  student: Student;
  isChosen: boolean;
  choose: () => void;
}

/** A student to whom a card can be given, with the card that they have. */
export function StudentOption({ id, student, isChosen, choose }: StudentOptionProps) {
  return (
    <li id={id} role="option" aria-selected={isChosen} onClick={choose}>
      <StudentPhoto
        student={{ name: fullName(student), profile_image: student.profile_image }}
        size={32}
      />
      <span>
        <strong>
          <PersonName of={student} />
        </strong>
        <small>
          {student.student_id}
          {student.rfid_number !== null && `, card ${student.rfid_number}`}
          {student.card_print_status !== null &&
            `, ${cardStateLabel(student.card_print_status).toLowerCase()}`}
        </small>
      </span>
    </li>
  );
}
