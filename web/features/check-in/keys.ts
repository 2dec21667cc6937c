/** Everything that shows who has checked in: classes of a day, one class, timesheets. */
export const checkInKeys = [
  ['classes'],
  ['check-in'],
  ['section', 'payroll-logs'],
  ['section', 'payroll-logs-missing'],
  ['section', 'payroll-logs-stand-ins'],
];
