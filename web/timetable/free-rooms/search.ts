/** Rooms on a date or, with `day`, on that weekday of a usual week. */
export interface FreeRoomsSearch {
  date?: string;
  day?: string;
  semester?: string;
  /** Of a usual week: only these weeks, `1-6,8`. */
  weeks?: string;
  /** Minimum number of seats. */
  seats?: string;
  /** Required features of rooms, separated by commas. */
  features?: string;
}
