/** The roll of a class on a date. */
export interface RollKey {
  class_schedule: number;
  date: string;
}
