import type { Generated, GeneratedAlways } from 'kysely';

/** Ids are bigint in the database and numbers here; dates `YYYY-MM-DD`, times `HH:mm`, instants ISO 8601. */
type Id = GeneratedAlways<number>;
type Archivable = { archived_at: Generated<string | null> };

export interface Tables {
  /** The provider's account that an address belongs to. */
  sign_in_binding: { user_id: number; issuer: string; subject: string; bound_at: Generated<string> };
  blocked_sign_in: {
    id: Id;
    user_id: number;
    issuer: string;
    subject: string;
    name: string;
    role: string;
    attempts: Generated<number>;
    first_at: string;
    last_at: string;
  };
  app_user: { id: Id; email: string; name: string; roles: Generated<string[]>; created_at: Generated<string> };
  teacher: Archivable & { id: Id; first_name: string; last_name: string; email: string; phone: string };
  course: Archivable & { id: Id; name: string };
  specialization: Archivable & { id: Id; specialization: string; specialization_code: string };
  subject: Archivable & {
    id: Id;
    subject_name: string;
    subject_code: string;
    year: number;
    course_id: number;
    specialization_id: number;
    subject_teacher_id: number;
  };
  semester: Archivable & {
    id: Id;
    year: number;
    semester: number;
    batch: string;
    semester_start_date: string;
    semester_end_date: string;
    class_start_date: string;
    class_end_date: string;
  };
  classroom: Archivable & { id: Id; room_number: string; capacity: number };
  holiday: Archivable & { id: Id; name: string; date_from: string; date_to: string };
  student: Archivable & {
    id: Id;
    uuid: Generated<string>;
    student_id: string;
    first_name: string;
    last_name: string;
    gender: string | null;
    phone_number: string;
    date_of_birth: string | null;
    batch: string | null;
    student_mail: string | null;
    rfid_number: string | null;
    profile_image: string | null;
    card_print_status: string | null;
    /** What is left names nobody any more. */
    erased_at: Generated<string | null>;
    search: GeneratedAlways<string>;
  };
  leave: Archivable & {
    id: Id;
    student_id: number;
    leave_from: string;
    leave_to: string;
    faculty_email: string;
    reason_for_leave: string;
    supporting_document: string | null;
  };
  pay_code: Archivable & { id: Id; paycode: string; amount_cents: number; paycode_type: string; details: string | null };
  class_schedule: Archivable & {
    id: Id;
    ref: string | null;
    class_type: string;
    /** ISO weekday, Monday = 1. */
    day_of_week: number;
    start_time: string;
    end_time: string;
    subject_id: number;
    semester_id: number;
    teacher_id: number;
    classroom_id: number;
    color_coding: Generated<string>;
    payroll_id: number | null;
    sort_order: Generated<number>;
  };
  enrolment: {
    id: Id;
    student_id: number;
    class_schedule_id: number;
    enrolled_from: string;
    /** The last day, inclusive; null while open. */
    enrolled_to: string | null;
    created_at: Generated<string>;
    /** The cohort assignment that opened it; null when it was opened by hand. */
    cohort_assignment_id: Generated<number | null>;
  };
  attendance: {
    id: Id;
    student_id: number;
    class_schedule_id: number;
    date: string;
    status: string;
    how: string;
    marked_by: number | null;
    marked_at: string;
  };
  attendance_history: {
    id: Id;
    student_id: number;
    class_schedule_id: number;
    date: string;
    from_status: string | null;
    to_status: string | null;
    how: string;
    changed_by: number | null;
    changed_at: string;
  };
  attendance_request: { user_id: number; key: string; answer: unknown; fingerprint: string | null; created_at: Generated<string> };
  attendance_note: Archivable & {
    id: Id;
    teacher_id: number | null;
    class_schedule_id: number;
    date: string;
    note: string;
    created_by: number;
    created_at: string;
  };
  payroll_log: {
    id: Id;
    date: string;
    class_schedule_id: number;
    teacher_id: number;
    duration_minutes: number;
    pay_code_id: number | null;
    rate_cents: number;
    amount_cents: number;
    status: Generated<string>;
    created_by: number;
    checked_in_at: string;
    /** The user of the teacher's address at that time; the database fills it in. */
    owner_id: Generated<number>;
    /** The class's teacher at that time; the database fills it in. */
    class_teacher_id: Generated<number>;
    contested_at: Generated<string | null>;
    contested_by: Generated<number | null>;
  };
  payroll_log_history: {
    id: Id;
    payroll_log_id: number;
    class_schedule_id: number;
    date: string;
    what: string;
    /** `[{field, from, to}]`, as texts. */
    changes: Generated<unknown>;
    reason: string | null;
    changed_by: number;
    changed_at: string;
  };
  cohort: Archivable & { id: Id; name: string; year: number };
  cohort_schedule: { cohort_id: number; class_schedule_id: number; place: number };
  cohort_assignment: {
    id: Id;
    student_id: number;
    cohort_id: number;
    assigned_from: string;
    /** The last day, inclusive; null while open. */
    assigned_to: string | null;
    created_at: Generated<string>;
  };
  cohort_transfer: {
    id: Id;
    student_id: number;
    from_assignment_id: number;
    to_assignment_id: number;
    transfer_date: string;
    /** The student was not in the new cohort before. */
    joined: Generated<boolean>;
    /** Enrolments that it opened and took over, by id; null in rows of earlier versions. */
    opened: number[] | null;
    kept: number[] | null;
    /** What it ended: `[{class_schedule_id, enrolled_from}]`. */
    closed: unknown;
    created_by: number;
    created_at: string;
    undone_at: string | null;
  };
  /** `attendance_percentage` comes back as text. */
  red_list: Archivable & { id: Id; student_id: number; subject_id: number; attendance_percentage: number };
  mail: {
    id: Id;
    kind: string;
    asked: unknown;
    recipient: string;
    requested_by: number;
    subject: string;
    body: string;
    state: Generated<'waiting' | 'working' | 'handing_over' | 'done' | 'failed'>;
    reason: string | null;
    attempts: Generated<number>;
    /** How many erasures there were since it was ordered: what was made before one is not sent after it. */
    erasures: Generated<number>;
    made_at: string | null;
    created_at: string;
    finished_at: string | null;
  };
  mail_attachment: { mail_id: number; place: number; name: string; content_type: string; size: number; content: Buffer | null };
  audit: {
    id: Id;
    at: string;
    user_id: number | null;
    actor: string;
    role: string | null;
    kind: string;
    what: string;
    about: unknown;
    status: number | null;
    request_id: string | null;
    session: string | null;
  };
  calendar_link: { teacher_id: number; secret_hash: Buffer; created_at: string };
  /** Who was erased: no value of theirs, only what proves that a row or an ID is the same. */
  erasure: { student_id: number; uuid_sha256: Buffer; id_hmac: Buffer; erased_at: Generated<string> };
  /** Every uploaded file; triggers on `student` and `leave` keep its owner. */
  stored_file: {
    key: string;
    category: string;
    owner_id: number | null;
    uploaded_by: number | null;
    created_at: Generated<string>;
    released_at: string | null;
  };
  server_secret: { name: string; value: string };
  oidc_record: {
    model: string;
    id: string;
    payload: unknown;
    grant_id: string | null;
    uid: string | null;
    expires_at: string | null;
    consumed_at: string | null;
  };
}
