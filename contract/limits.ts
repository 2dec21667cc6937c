/** Limits and constants that both sides keep. */
export const limits = {
  /** Rows a table page holds. */
  pageSize: 20,
  /** The most rows one answer ever holds. */
  mostRows: 9999,
  /** Upper bounds of the pickers' lists. */
  pickerRows: 999,
  holidayRows: 100,
  studentIdLength: 10,
  rfidLength: 15,
  phoneLength: 15,
  noteLength: 4000,
  reasonLength: 500,
  /** The bulk upload's file. */
  uploadBytes: 4 * 1024 * 1024,
  /** Rows that it may have, and faults that the answer lists. */
  uploadRows: 20_000,
  uploadFaults: 500,
  /** Students whose changes the answer lists. */
  uploadChanges: 50,
  /** A student's page: enrolments and approved leaves, and the dates of all classes together; the latest. */
  detailsRows: 1000,
  detailsDays: 10_000,
  /** A semester's days, five years: rates and pages count the dates of its classes one by one. */
  semesterDays: 1830,
  /** A search of the roll answers only to text longer than this. */
  suggestionsAfter: 3,
  /** The header search answers only to text longer than this. */
  headerSearchAfter: 2,
  /** Characters of a search for everything, and the records of each kind that it lists. */
  searchLength: 100,
  searchRows: 6,
  /** Pages and records that the palette remembers. */
  recentlyOpened: 8,
  /** Rows of suggestions; their list is at most 200 px high. */
  suggestionRows: 20,
  /** The most meetings one step changes: a term of a teacher's. */
  meetingsAtOnce: 500,
  /** The most dates one live stream follows. */
  liveDays: 31,
  /** Classes that a question names one by one. */
  classesNamed: 100,
  /** The most students one bulk action names. */
  bulkStudents: 2000,
  /** How long toasts stay, in milliseconds. */
  toastMs: { forms: 8000, shell: 2000 },
  /** The sidebar collapses by itself below this width, in px. */
  smallScreen: 460,
  /** The export dialog closes so long after its success. */
  exportCloseMs: 2000,
  eventsPerDay: 2,
  /** How long a new class takes, in minutes. */
  classMinutes: 40,
  /** Years offered: of semesters and cohorts from last year on; of a semester's batch from this year on. */
  yearsOffered: 8,
  batchYearsOffered: 7,
  classColor: '#e59623',
} as const;
