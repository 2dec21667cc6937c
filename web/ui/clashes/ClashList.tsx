import { clashText } from '#contract/clash-text.ts';
import type { Clash } from '#contract/clash.ts';
import { shortDay } from '#web/ui/format.ts';
import classes from './ClashList.module.css';

/** Maximum listed clashes. */
const maxNamed = 5;

interface ClashListProps {
  of: Clash[];
  /** Whether several classes were judged: each clash then names its class. */
  isOfSeveral?: boolean;
}

/** The first clashes in words. */
export function ClashList({ of: clashes, isOfSeveral = false }: ClashListProps) {
  const more = clashes.length - maxNamed;
  return (
    <ul aria-label="Clashes" className={classes.list}>
      {clashes.slice(0, maxNamed).map((it) => (
        <li key={`${it.class_schedule} ${it.kind} ${it.other?.class_schedule ?? it.name}`}>
          {clashText(it, { day: shortDay, isOfSeveral })}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
