/** Limits and constants that server and browser share. */
export const limits = {
  /** Rows per page of a table. */
  pageSize: 20,
  /** Rows that a panel of a student's page shows of a list that has a page of its own. */
  panelRows: 50,
  /** Maximum rows of a response. */
  mostRows: 9999,
  /** Maximum rows of the pickers' lists. */
  pickerRows: 999,
  holidayRows: 100,
  studentIdLength: 10,
  rfidLength: 15,
  phoneLength: 15,
  noteLength: 4000,
  reasonLength: 500,
  /** The file of the bulk upload. */
  uploadBytes: 4 * 1024 * 1024,
  /** A workbook whose sheet becomes this file in the browser. */
  uploadWorkbookBytes: 20 * 1024 * 1024,
  /** Its maximum rows, and maximum errors in the response. */
  uploadRows: 20_000,
  uploadFaults: 500,
  /** Maximum students whose changes the response lists. */
  uploadChanges: 50,
  /** Maximum rows whose old and new values a dry run lists. */
  uploadPreview: 1000,
  /** Files of other systems: a OneRoster archive, a calendar. */
  importZipBytes: 200 * 1024 * 1024,
  importCalendarBytes: 10 * 1024 * 1024,
  /** A CSV file or a workbook, and the rows of its table. */
  importTableBytes: 50 * 1024 * 1024,
  importTableRows: 100_000,
  /** Maximum answers of an import, and questions that it asks at a time. */
  importAnswers: 2000,
  importQuestions: 100,
  /** Maximum problems of an import that are stored, for its CSV. */
  importProblems: 20_000,
  /** Maximum changes of an import that are listed one by one. */
  importChanges: 100_000,
  /** Maximum rows that an undo names as not undone. */
  undoRefusals: 500,
  /** Maximum operations that are undone in one call. */
  undoAtOnce: 50,
  /**
   * A student's page: maximum enrolments and approved leaves, and dates of all classes together;
   * the latest.
   */
  detailsRows: 1000,
  detailsDays: 10_000,
  /** Maximum days of a semester, five years: rates and pages count the dates of its classes one by one. */
  semesterDays: 1830,
  /** The roll's search starts with text longer than this. */
  suggestionsAfter: 3,
  /** The header search starts with text longer than this. */
  headerSearchAfter: 2,
  /** Maximum characters of the global search, and records of each kind that it lists. */
  searchLength: 100,
  searchRows: 6,
  /** Maximum pages and records that the palette remembers. */
  recentlyOpened: 8,
  /** Rows of suggestions; their list is at most 200 px high. */
  suggestionRows: 20,
  /** Maximum meetings that one step changes: a teacher's term. */
  meetingsAtOnce: 500,
  /** Maximum answers about archived teachers, and about archived rooms, of a copied semester. */
  copyAnswers: 500,
  /** Maximum classes that are added in one call: a typed week. */
  classesAtOnce: 200,
  /** Maximum further teachers, and further rooms, of a class. */
  furtherOfClass: 10,
  /** Maximum characters of the name of a group. */
  groupName: 30,
  /** Maximum dates that one live stream follows. */
  liveDays: 31,
  /** Maximum classes that a question lists by name. */
  classesNamed: 100,
  /** Maximum students of a bulk action. */
  bulkStudents: 2000,
  /** How long toasts stay, in milliseconds. */
  toastMs: { forms: 8000, shell: 2000 },
  /** The sidebar collapses automatically below this width, in px. */
  smallScreen: 460,
  /** Delay after which the export dialog closes on success. */
  exportCloseMs: 2000,
  eventsPerDay: 2,
  /** Default length of a new class, in minutes. */
  classMinutes: 40,
  /**
   * Number of years offered: for semesters and cohorts from last year on; for a semester's batch
   * from this year on.
   */
  yearsOffered: 8,
  batchYearsOffered: 7,
  classColor: '#e59623',
} as const;
