/** Rooms on a date or, with `day`, on that weekday of a usual week. */
export interface FreeRoomsSearch {
  date?: string;
  day?: string;
  semester?: string;
  /** At least so many. */
  seats?: string;
  /** What rooms must have, separated by commas. */
  features?: string;
}
