import { useDraggable } from '@dnd-kit/core';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import classes from './Seating.module.css';

interface PupilProps {
  student: RollRow;
  /** Where the student is, for the arrow keys. */
  place: string;
  /** Where that is, in words. */
  where?: string;
  isPicked: boolean;
  disabled: boolean;
  press: () => void;
}

/** A student of the class, who can be dragged, or picked up by a press. */
export function Pupil({ student, place, where, isPicked, disabled, press }: PupilProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: student.student, disabled });
  const { profile_image } = student;
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.pupil}
      data-place={place}
      data-student={student.student}
      data-dragged={isDragging || undefined}
      aria-pressed={isPicked}
      disabled={disabled}
      onClick={press}
      {...listeners}
    >
      <StudentPhoto student={{ name: fullName(student), profile_image }} size={32} />
      <b>
        <PersonName of={student} />
      </b>
      {where !== undefined && <span className="at-hidden">{where}</span>}
    </button>
  );
}
