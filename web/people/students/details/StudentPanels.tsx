import type { StudentDetails } from '#contract/people/student-details.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import { useDrawn } from '#web/ui/useDrawn.ts';
import { StudentCards } from '../../cards/StudentCards.tsx';
import { StudentLetters, useSeesLetters } from '#web/messages/public/StudentLetters.ts';
import { Guardians } from '../../guardians/Guardians.tsx';
import { StudentLeaveRequests } from '#web/attendance/public/StudentLeaveRequests.ts';
import { StudentMessages } from '#web/messages/public/StudentMessages.ts';
import { StudentFollowUps } from '#web/standing/public/StudentFollowUps.ts';
import { History } from './History.tsx';
import { MorePrinted } from './MorePrinted.tsx';
import { Panel } from './Panel.tsx';
import { useScrollToHash } from './useScrollToHash.ts';
import classes from './Details.module.css';

interface StudentPanelsProps {
  details: StudentDetails;
  /** Neither erased nor merged into another student. */
  isChangeable: boolean;
}

/** What stands below the first screen of a student's page; rendered after its first frame. */
export function StudentPanels({ details, isChangeable }: StudentPanelsProps) {
  const can = useCan();
  const seesLetters = useSeesLetters();
  const isDrawn = useDrawn();
  useScrollToHash(isDrawn);
  if (!isDrawn) return null;
  const { student, notes, history } = details;
  return (
    <>
      <div className={classes.columns}>
        {!student.erased && (
          <Panel title="Cards" screenOnly empty={false}>
            <StudentCards student={student} isChangeable={isChangeable} />
          </Panel>
        )}
        {can('Red List Students', 'read') && !student.erased && (
          <Panel title="Follow-ups" screenOnly empty={false}>
            <StudentFollowUps student={student} />
          </Panel>
        )}
        {notes && (
          <Panel title="Notes" empty={notes.length === 0} long={notes.length > 8}>
            <ul className="at-rows">
              {notes.map((note) => (
                <li key={note.id}>
                  <div>
                    <strong>
                      {longDate(note.date)}, {note.about_student ? '' : 'class '}
                      {note.subject.subject_code}, {note.author}
                    </strong>
                    <span>{note.note}</span>
                  </div>
                </li>
              ))}
            </ul>
            <MorePrinted all={notes.length} />
          </Panel>
        )}
        {seesLetters && (
          <Panel title="Letters" screenOnly empty={false}>
            <StudentLetters student={student.id} erased={student.erased} />
          </Panel>
        )}
        {can('Approved Leave List', 'read') && !student.erased && (
          <Panel title="Leave requests" screenOnly empty={false}>
            <StudentLeaveRequests student={student.id} />
          </Panel>
        )}
        {can('Students', 'edit') && !student.erased && (
          <>
            <Panel title="Guardians" screenOnly empty={false}>
              <Guardians student={student.id} />
            </Panel>
            <Panel title="Messages" screenOnly empty={false}>
              <StudentMessages student={student.id} />
            </Panel>
          </>
        )}
      </div>
      {history && (
        <Panel title="History of marks" wide screenOnly empty={history.length === 0}>
          <History changes={history} />
        </Panel>
      )}
    </>
  );
}
