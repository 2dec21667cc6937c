import classes from './Details.module.css';

/** On paper, what follows the first five of a long list. */
export function MorePrinted({ all }: { all: number }) {
  return all > 5 ? <p className={`at-print ${classes.more}`}>… and {all - 5} more</p> : null;
}
