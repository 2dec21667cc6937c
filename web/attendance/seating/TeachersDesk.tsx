import classes from './Seating.module.css';
import type { Side } from './side.ts';

/** The teacher's desk at its edge of the room: above where the room is seen from the class, below from the desk. */
export const TeachersDesk = ({ side, at }: { side: Side; at: Side }) =>
  side === at ? <p className={classes.desk}>Teacher’s desk</p> : null;
