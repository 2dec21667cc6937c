/** Query keys with check-ins: classes of a day, one class, timesheets. */
export const checkInKeys = [
  ['classes'],
  ['class'],
  ['check-in'],
  ['resource', 'payroll-logs'],
  ['resource', 'payroll-logs-missing'],
  ['resource', 'payroll-logs-stand-ins'],
];
