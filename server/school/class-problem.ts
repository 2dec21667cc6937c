/** The reason why a class does not take place on a date; `unknown` when there is no such class. */
export type ClassProblem =
  | 'unknown'
  | 'archived'
  | 'weekday'
  | 'week'
  | 'semester'
  | 'holiday'
  | 'cancelled'
  | 'moved';
