import { clashText } from '#contract/clash-text.ts';
import type { Clash } from '#contract/clash.ts';
import { shortDay } from '#web/ui/format.ts';
import classes from './ClashList.module.css';

interface ClashListProps {
  of: Clash[];
  /** Whether several classes were judged: each clash then names its class. */
  isOfSeveral?: boolean;
  /** Maximum listed clashes. */
  max?: number;
  /** How many there are, where these are not all. */
  count?: number;
}

/** The first clashes in words. */
export function ClashList({
  of: clashes,
  isOfSeveral = false,
  max = 5,
  count = clashes.length,
}: ClashListProps) {
  const more = count - Math.min(max, clashes.length);
  return (
    <ul aria-label="Clashes" className={classes.list}>
      {clashes.slice(0, max).map((it) => (
        <li key={`${it.class_schedule} ${it.kind} ${it.other?.class_schedule ?? it.name}`}>
          {clashText(it, { day: shortDay, isOfSeveral })}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
