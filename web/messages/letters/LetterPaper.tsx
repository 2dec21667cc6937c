import { useSession } from '#web/platform/SessionProvider.tsx';
import { institutePicture } from '#web/ui/institute-picture.ts';
import classes from './LetterPaper.module.css';

interface LetterPaperProps {
  /** Names the region: "Preview". */
  label: string;
  title: string;
  /** Plain text: values are shown as they are. */
  body: string;
}

/** A letter as it will be on paper. */
export function LetterPaper({ label, title, body }: LetterPaperProps) {
  const { config } = useSession();
  return (
    <section className={classes.paper} aria-label={label}>
      <div className={classes.head}>
        <img src={institutePicture() ?? '/icon.svg'} alt="" />
        <span>{config.title}</span>
      </div>
      <p className={classes.title}>{title}</p>
      <p className={classes.body}>{body}</p>
    </section>
  );
}
