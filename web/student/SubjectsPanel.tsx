import type { MySubject } from '#contract/attendance/my-attendance.ts';
import { classesOf } from '#contract/weekdays.ts';
import { leftText } from './left-text.ts';

/** Rates and absences left, by subject. */
export function SubjectsPanel({ subjects }: { subjects: MySubject[] }) {
  return (
    <section aria-label="Subjects">
      <h2>Subjects</h2>
      {subjects.length === 0 && <p className="empty">You are in no class of this semester.</p>}
      <ul>
        {subjects.map((subject) => (
          <li
            key={`${subject.subject_code} ${subject.semester} ${subject.class_type}`}
            className="card block"
          >
            <div className="row">
              <h3>
                {classesOf(subject.subject_name, subject.class_type)}{' '}
                <span className="dim">{subject.subject_code}</span>
              </h3>
              <p className="rate">{subject.rate}</p>
            </div>
            <p>{leftText(subject)}</p>
            <p className="dim">
              Present {subject.present}
              {subject.late > 0 && ` (late ${subject.late})`}, absent {subject.absent}
              {subject.excused > 0 && ` (excused ${subject.excused})`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
