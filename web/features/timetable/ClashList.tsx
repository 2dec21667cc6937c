import { clashText } from '#contract/clash-text.ts';
import type { Clash } from '#contract/clash.ts';
import { shortDay } from '#web/ui/format.ts';
import classes from './Clashes.module.css';

/** How many are named. */
const maxNamed = 5;

/** The first clashes in words. */
export function ClashList({ of: clashes }: { of: Clash[] }) {
  const more = clashes.length - maxNamed;
  return (
    <ul aria-label="Clashes" className={classes.list}>
      {clashes.slice(0, maxNamed).map((it) => (
        <li key={`${it.kind} ${it.other?.class_schedule ?? it.name}`}>{clashText(it, shortDay)}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
