import type { StudentDetails } from '#contract/people/student-details.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useSeesLetters } from '#web/messages/public/StudentLetters.ts';
import { panelId } from './panel-id.ts';
import classes from './Details.module.css';

/** Links to the panels of the page that this user sees. */
export function PanelIndex({ details: { student, notes, history } }: { details: StudentDetails }) {
  const can = useCan();
  const seesLetters = useSeesLetters();
  const isHere = !student.erased;
  const titles = [
    ['Cards', isHere],
    ['Follow-ups', isHere && can('Red List Students', 'read')],
    ['Notes', Boolean(notes)],
    ['Letters', seesLetters],
    ['Leave requests', isHere && can('Approved Leave List', 'read')],
    ['Guardians', isHere && can('Students', 'edit')],
    ['Messages', isHere && can('Students', 'edit')],
    ['History of marks', Boolean(history)],
  ] as const;
  return (
    <nav className={`${classes.index} at-screen`} aria-label="On this page">
      {titles.map(
        ([title, isShown]) =>
          isShown && (
            <a key={title} href={`#${panelId(title)}`}>
              {title}
            </a>
          ),
      )}
    </nav>
  );
}
