// Written by `npm run tables` from the migrated database; comments and narrower types: scripts/schema/notes.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { MarkDetail } from '#contract/mark-bodies.ts';

/**
 * Ids are bigint in the database and numbers here; dates `YYYY-MM-DD`, times `HH:mm`, instants
 * ISO 8601.
 */
export interface Tables {
  access_token: {
    id: GeneratedAlways<number>;
    name: string;
    hash: Buffer;
    scopes: string[];
    user_id: number;
    issuer: string;
    subject: string;
    created_at: string;
    expires_at: string;
    last_used_at: string | null;
    revoked_at: string | null;
    revoked_by: number | null;
  };
  alert_state: {
    is_single: Generated<boolean>;
    since: string;
  };
  app_user: {
    id: GeneratedAlways<number>;
    email: string;
    name: string;
    roles: Generated<string[]>;
    created_at: Generated<string>;
    own_student_id: number | null;
    claimed_roles: string[] | null;
  };
  attendance: {
    id: GeneratedAlways<number>;
    student_id: number;
    class_schedule_id: number;
    date: string;
    status: 'Present' | 'Absent';
    how: 'card' | 'typed' | 'manual' | 'bulk' | 'import' | 'rest' | 'closing' | 'qr' | 'door';
    marked_by: number | null;
    marked_at: string;
    confirmed_at: string | null;
    confirmed_by: number | null;
  };
  attendance_history: {
    id: GeneratedAlways<number>;
    student_id: number;
    class_schedule_id: number;
    date: string;
    from_status: string | null;
    to_status: string | null;
    how: string;
    changed_by: number | null;
    changed_at: string;
    made_at: string | null;
    late_minutes: number | null;
    left_early_minutes: number | null;
    excuse: string | null;
    merged_from: number | null;
    device_id: number | null;
    again: boolean | null;
    token_id: number | null;
    follows: number | null;
    mark_how: string | null;
  };
  attendance_note: {
    id: GeneratedAlways<number>;
    teacher_id: number | null;
    class_schedule_id: number;
    date: string;
    note: string;
    created_by: number;
    created_at: string;
    archived_at: string | null;
    student_id: number | null;
  };
  attendance_request: {
    user_id: number;
    key: string;
    /** The response, for repetitions of the request. */
    answer: unknown;
    created_at: Generated<string>;
    fingerprint: string | null;
  };
  audit: {
    id: GeneratedAlways<number>;
    at: string;
    user_id: number | null;
    actor: string;
    role: string | null;
    kind:
      | 'sign_in'
      | 'refusal'
      | 'export'
      | 'delete'
      | 'archive'
      | 'import'
      | 'change'
      | 'mark'
      | 'pay'
      | 'privacy';
    what: string;
    about: Generated<unknown>;
    status: number | null;
    request_id: string | null;
    session: string | null;
  };
  blocked_sign_in: {
    id: GeneratedAlways<number>;
    user_id: number;
    issuer: string;
    subject: string;
    name: string;
    role: string;
    attempts: Generated<number>;
    first_at: string;
    last_at: string;
  };
  building_roll_call: {
    id: GeneratedAlways<number>;
    kind: 'drill' | 'emergency';
    note: string | null;
    started_at: string;
    started_by: number;
    ended_at: string | null;
    ended_by: number | null;
    version: Generated<number>;
    listed: number;
    expected: number | null;
    accounted: number | null;
    forgotten_at: string | null;
  };
  building_roll_call_person: {
    building_roll_call_id: number;
    number: number;
    student_id: number | null;
    teacher_id: number | null;
    place: 'class' | 'may_have_left' | 'no_class';
    class_schedule_id: number | null;
    classroom_id: number | null;
    start_time: string | null;
    end_time: string | null;
    state: 'present' | 'arrived' | 'not_seen' | 'absent' | 'excused' | 'left_early';
    since: string | null;
    expected: boolean;
    accounted: Generated<boolean>;
    ticked_at: string | null;
    ticked_by: number | null;
    ticked_device: string | null;
    ticked_number: number | null;
    version: number;
  };
  building_roll_call_tick: {
    building_roll_call_id: number;
    device: string;
    number: number;
    person: number;
    accounted: boolean;
    made_at: string;
    made_by: number;
    received_at: string;
    late: boolean;
    takes_back: number | null;
  };
  bulk_operation: {
    id: GeneratedAlways<number>;
    kind:
      | 'import'
      | 'upload'
      | 'edit'
      | 'archive'
      | 'restore'
      | 'enrol'
      | 'transfer'
      | 'copy'
      | 'undo';
    about: string;
    done_by: number | null;
    done_at: string;
    recorded_at: Generated<string>;
    rights: string[];
    counts: Generated<unknown>;
    undoes: number | null;
  };
  bulk_operation_row: {
    id: GeneratedAlways<number>;
    operation_id: number;
    table_name: string;
    row_key: string;
    before: unknown;
    after: unknown;
    label: string | null;
    student_id: number | null;
    undone_by: number | null;
    refusal: string | null;
    follows: Generated<boolean>;
  };
  calendar_link: {
    teacher_id: number;
    secret_hash: Buffer;
    created_at: string;
  };
  check_count: {
    day: string;
    kind: string;
    count: number;
    counted_at: string;
  };
  check_in_request: {
    id: GeneratedAlways<number>;
    class_schedule_id: number;
    date: string;
    message: string;
    requested_by: number;
    requested_at: string;
    teacher_id: number;
  };
  class_meeting: {
    id: GeneratedAlways<number>;
    class_schedule_id: number;
    date: string;
    start_time: string;
    end_time: string;
    classroom_id: number;
    teacher_id: number;
    /** Who covers for the planned teacher. */
    covering_teacher_id: number | null;
    status: Generated<'scheduled' | 'holiday' | 'cancelled' | 'moved'>;
    reason: string | null;
    origin: Generated<'weekly' | 'moved' | 'extra' | 'migrated'>;
    moved_from: string | null;
    moved_to: string | null;
    /** The times were changed by hand: they stay. */
    own_time: Generated<boolean>;
    /** The room was changed by hand: it stays. */
    own_room: Generated<boolean>;
    /** Somebody confirmed that it is held on a holiday. */
    held_on_holiday: Generated<boolean>;
    /** Of an extra meeting, wherever it is moved: distinguishes it in calendars. */
    extra_uid: string | null;
    /** Grows with each change of time, room, status and teacher, also of a row that came back. */
    sequence: Generated<number>;
    closed_at: string | null;
    reopened_at: string | null;
    status_changed_at: string | null;
    cover_payroll_id: number | null;
    /** What a date that was changed by hand is again once its class is restored. */
    status_before_archive: 'scheduled' | 'holiday' | null;
    co_teacher_ids: number[] | null;
    changed_places: unknown;
    more_classroom_ids: number[] | null;
  };
  class_schedule: {
    id: GeneratedAlways<number>;
    ref: string | null;
    class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
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
    archived_at: string | null;
    /** Weeks of its semester; null: every week. */
    weeks: number[] | null;
    group_name: string | null;
    co_teacher_ids: number[] | null;
    co_payrolls: unknown;
    more_classroom_ids: number[] | null;
  };
  class_schedule_pattern: {
    class_schedule_id: number;
    /** The first date on which the class is like this. */
    valid_from: string;
    day_of_week: number | null;
    start_time: string;
    end_time: string;
    classroom_id: number;
    teacher_id: number;
    payroll_id: number | null;
    /** The weekday that an archived class has again once it is restored. */
    paused_day_of_week: number | null;
    weeks: number[] | null;
    co_teacher_ids: number[] | null;
    co_payrolls: unknown;
    more_classroom_ids: number[] | null;
  };
  classroom: {
    id: GeneratedAlways<number>;
    room_number: string;
    capacity: number;
    archived_at: string | null;
    features: Generated<string[]>;
    key_form: string | null;
  };
  cohort: {
    id: GeneratedAlways<number>;
    name: string;
    year: number;
    archived_at: string | null;
    key_form: string | null;
  };
  cohort_assignment: {
    id: GeneratedAlways<number>;
    student_id: number;
    cohort_id: number;
    assigned_from: string;
    /** The last day, inclusive; null while open. */
    assigned_to: string | null;
    created_at: Generated<string>;
  };
  cohort_schedule: {
    cohort_id: number;
    class_schedule_id: number;
    place: number;
  };
  cohort_transfer: {
    id: GeneratedAlways<number>;
    student_id: number;
    from_assignment_id: number;
    to_assignment_id: number;
    transfer_date: string;
    /** The enrolments that it ended: `[{class_schedule_id, enrolled_from}]`. */
    closed: unknown;
    created_by: number;
    created_at: string;
    undone_at: string | null;
    /** The student was not in the new cohort before. */
    joined: Generated<boolean>;
    /** Enrolments that it opened, by id; null in rows of earlier versions. */
    opened: number[] | null;
    /** Enrolments that it took over, by id; null in rows of earlier versions. */
    kept: number[] | null;
  };
  confirmed_clash: {
    class_schedule_id: number;
    other_class_schedule_id: number;
    kind: 'teacher' | 'classroom' | 'students';
    semester_id: number;
    other_semester_id: number;
    day_of_week: number;
    start_time: string;
    end_time: string;
    other_start_time: string;
    other_end_time: string;
    confirmed_by: number | null;
    confirmed_at: string;
    weeks: number[] | null;
  };
  contact_hours: {
    student_id: number;
    semester_id: number;
    scheduled_minutes: number;
    attended_minutes: number;
    excused_minutes: number;
    left_minutes: number;
  };
  course: {
    id: GeneratedAlways<number>;
    name: string;
    archived_at: string | null;
    coordinator_email: string | null;
    key_form: string | null;
  };
  course_messages_on: {
    course_id: number;
    since: string;
  };
  course_without_messages: {
    course_id: number;
  };
  device: {
    id: GeneratedAlways<number>;
    name: string;
    kind: 'reader' | 'tablet';
    signs: Generated<boolean>;
    shows_names: Generated<boolean>;
    key_hash: Buffer | null;
    generation: Generated<number>;
    code_hash: Buffer | null;
    code_until: string | null;
    created_by: number;
    created_at: string;
    revoked_at: string | null;
    seen_at: string | null;
    version: string | null;
    battery: number | null;
    waiting: number | null;
    paused_until: string | null;
  };
  device_room: {
    device_id: number;
    since: string;
    classroom_id: number;
  };
  device_tap: {
    device_id: number;
    generation: number;
    sequence: number;
    card: string | null;
    tapped_at: string;
    received_at: string;
    outcome:
      | 'present'
      | 'late'
      | 'absent'
      | 'already'
      | 'superseded'
      | 'elsewhere'
      | 'nothing_now'
      | 'unknown'
      | 'archived'
      | 'old_card'
      | 'closed'
      | 'teacher'
      | 'not_checked_in'
      | 'repeat'
      | 'future'
      | 'stale'
      | 'revoked'
      | 'held'
      | 'dismissed';
    student_id: number | null;
    teacher_id: number | null;
    class_schedule_id: number | null;
    date: string | null;
    facts: unknown;
    typed: boolean | null;
    silent: boolean | null;
  };
  enrolment: {
    id: GeneratedAlways<number>;
    student_id: number;
    class_schedule_id: number;
    enrolled_from: string;
    /** The last day, inclusive; null while open. */
    enrolled_to: string | null;
    created_at: Generated<string>;
    /** The cohort assignment that opened it; null for individual enrolments. */
    cohort_assignment_id: number | null;
  };
  erasure: {
    student_id: number;
    uuid_sha256: Buffer;
    /** Identifies the ID of the erased student, without disclosing it. */
    id_hmac: Buffer;
    erased_at: Generated<string>;
  };
  erasure_proposal: {
    id: GeneratedAlways<number>;
    student_id: number;
    table_name: string;
    row_key: string;
    column_name: string;
    spans: number[];
    text_hmac: Buffer;
    found_at: string;
    decided_at: string | null;
    decided_by: number | null;
    is_redacted: boolean | null;
  };
  external_guardian: {
    id: GeneratedAlways<number>;
    source: string;
    sourced_id: string;
    student_id: number;
    guardian_id: number | null;
    name_print: string | null;
    email_print: string | null;
    phone_print: string | null;
  };
  external_id: {
    id: GeneratedAlways<number>;
    source: string;
    kind: 'org' | 'student' | 'teacher' | 'semester' | 'subject' | 'class' | 'class-time';
    sourced_id: string;
    student_id: number | null;
    teacher_id: number | null;
    semester_id: number | null;
    subject_id: number | null;
    waiting_class_id: number | null;
    class_schedule_id: number | null;
    reported: unknown;
  };
  follow_up: {
    id: GeneratedAlways<number>;
    student_id: number;
    semester_id: number;
    subject_id: number | null;
    owner_id: number;
    due_on: string;
    begun_by: number;
    begun_at: string;
    begun_rate: ColumnType<string, number, number> | null;
    begun_absent: number | null;
    closed_by: number | null;
    closed_at: string | null;
    closed_rate: ColumnType<string, number, number> | null;
    closed_absent: number | null;
    outcome: 'helped' | 'not_helped' | 'withdrew' | 'not_needed' | null;
    outcome_note: string | null;
    changed_by: number;
    changed_at: string;
    version: Generated<number>;
  };
  follow_up_step: {
    id: GeneratedAlways<number>;
    follow_up_id: number;
    kind: 'spoke' | 'wrote' | 'meeting' | 'letter' | 'other' | 'closed';
    done_on: string;
    note: string | null;
    outcome: 'helped' | 'not_helped' | 'withdrew' | 'not_needed' | null;
    written_by: number;
    written_at: string;
    corrected_at: string | null;
    removed_at: string | null;
    version: Generated<number>;
  };
  former_meeting: {
    date: string;
    class_schedule_id: number;
    transaction: number;
    number: GeneratedAlways<number>;
    changed_at: string;
    start_time: string | null;
    end_time: string | null;
    classroom_id: number | null;
    teacher_id: number | null;
    covering_teacher_id: number | null;
    status: string | null;
    co_teacher_ids: number[] | null;
    changed_places: unknown;
    more_classroom_ids: number[] | null;
  };
  former_student_id: {
    student_id: number;
    /** Identifies an ID that the student had before, without disclosing it. */
    id_hmac: Buffer;
  };
  guardian: {
    id: GeneratedAlways<number>;
    student_id: number;
    name: string;
    relation: string | null;
    email: string | null;
    phone: string | null;
    gets_messages: Generated<boolean>;
    consent_at: string | null;
    consent_by: number | null;
    created_by: number | null;
    created_at: string;
    notified_from: string | null;
  };
  held_mark: {
    id: GeneratedAlways<number>;
    student_id: number;
    class_schedule_id: number;
    date: string;
    status: 'Present' | 'Absent' | 'N/A';
    how: 'card' | 'typed' | 'manual' | 'bulk' | 'rest' | 'qr';
    detail: unknown;
    made_at: string;
    received_at: string;
    made_by: number | null;
    token_id: number | null;
    decision: 'accepted' | 'dismissed' | null;
    decided_by: number | null;
    decided_at: string | null;
    from_status: string | null;
  };
  holiday: {
    id: GeneratedAlways<number>;
    name: string;
    date_from: string;
    date_to: string;
    archived_at: string | null;
    key_form: string | null;
  };
  import_answer: {
    import_source_id: number;
    question: string;
    answer: string;
    about: Generated<string>;
    used_at: string;
    used_by: number | null;
  };
  import_class: {
    import_source_id: number;
    class_schedule_id: number;
    reported: unknown;
    written_at: string;
  };
  import_run: {
    id: GeneratedAlways<number>;
    kind: 'oneroster' | 'calendar' | 'students' | 'photos';
    file_name: string;
    bytes: Generated<number>;
    sha256: string | null;
    started_by: number;
    started_at: string;
    state:
      | Generated<'receiving'
      | 'waiting'
      | 'checking'
      | 'checked'
      | 'writing'
      | 'written'
      | 'failed'>;
    step: Generated<'check' | 'write'>;
    attempt: Generated<number>;
    answers: Generated<unknown>;
    ordered_by: number | null;
    phase: string | null;
    done: Generated<number>;
    total: number | null;
    error: string | null;
    report: unknown;
    problems: unknown;
  };
  import_run_change: {
    import_run_id: number;
    number: number;
    record: string;
    outcome: 'created' | 'updated' | 'archived';
    class_name: string;
    date: string | null;
    fields: unknown;
  };
  import_run_part: {
    import_run_id: number;
    number: number;
    content: Buffer;
  };
  import_source: {
    id: GeneratedAlways<number>;
    kind: 'oneroster' | 'calendar';
    name: string;
    is_earlier: Generated<boolean>;
  };
  institute_logo: {
    id: Generated<number>;
    type: 'image/png' | 'image/jpeg' | 'image/webp';
    bytes: Buffer;
    hash: string;
    changed_at: string;
    changed_by: number;
  };
  institute_setting: {
    name: string;
    value: unknown;
    changed_at: string;
    changed_by: number;
  };
  leave: {
    id: GeneratedAlways<number>;
    student_id: number;
    leave_from: string;
    leave_to: string;
    faculty_email: string;
    reason_for_leave: string;
    supporting_document: string | null;
    archived_at: string | null;
  };
  leave_request: {
    id: GeneratedAlways<number>;
    student_id: number;
    leave_from: string;
    leave_to: string;
    reason_for_leave: string;
    supporting_document: string | null;
    state: Generated<'requested' | 'approved' | 'declined' | 'withdrawn'>;
    requested_by: number;
    requested_at: string;
    decided_by: number | null;
    decided_at: string | null;
    answer: string | null;
    leave_id: number | null;
  };
  letter: {
    id: GeneratedAlways<number>;
    number: string;
    kind: string;
    student_id: number;
    subject_id: number | null;
    semester_id: number | null;
    title: string | null;
    body: string | null;
    made_by: number;
    made_at: string;
  };
  list_mail: {
    user_id: number;
    list: 'open_rolls' | 'red_list';
    every: 'week' | 'month';
    sent_on: string;
  };
  mail: {
    id: GeneratedAlways<number>;
    kind: string;
    asked: unknown;
    recipient: string;
    requested_by: number | null;
    subject: string;
    body: string;
    state: Generated<'waiting' | 'working' | 'handing_over' | 'done' | 'failed'>;
    reason: string | null;
    attempts: Generated<number>;
    made_at: string | null;
    created_at: string;
    finished_at: string | null;
    /** Number of erasures since it was ordered: files from before an erasure are not sent after it. */
    erasures: Generated<number>;
    in_inbox: Generated<boolean>;
  };
  mail_attachment: {
    mail_id: number;
    place: number;
    name: string;
    content_type: string;
    size: number;
    content: Buffer | null;
  };
  mark_detail: {
    class_schedule_id: number;
    date: string;
    student_id: number;
    late_minutes: number | null;
    left_early_minutes: number | null;
    excuse: 'sick' | 'leave' | 'school' | 'other' | null;
    excuse_note: string | null;
    arrived_at: string | null;
    changed_by: number | null;
  };
  meeting_co_teacher: {
    class_meeting_id: number;
    position: number;
    teacher_id: number;
    covering_teacher_id: number | null;
    cover_payroll_id: number | null;
    is_away: Generated<boolean>;
  };
  meeting_count: {
    meeting_id: number;
    present: number;
    late: number;
    absent: number;
    excused: number;
    scheduled_minutes: number;
    excused_minutes: number;
    attended_minutes: number;
  };
  meeting_exception: {
    meeting_id: number;
    scheduled: number;
    students: number[];
    outcomes: number[];
    attended: number[];
  };
  meeting_more_room: {
    class_meeting_id: number;
    position: number;
    classroom_id: number;
  };
  meeting_outcome: {
    meeting_id: number;
    scheduled: number;
    students: number[];
    outcomes: number[];
    attended: number[];
  };
  message_stop: {
    id: GeneratedAlways<number>;
    student_id: number;
    guardian_id: number | null;
    stopped_by: number | null;
    stopped_at: string;
  };
  number_lock: {
    key: number;
  };
  oidc_record: {
    model: string;
    id: string;
    payload: unknown;
    grant_id: string | null;
    uid: string | null;
    expires_at: string | null;
    consumed_at: string | null;
  };
  one_time_work: {
    name: string;
    done_at: string;
  };
  open_rolls_from: {
    id: Generated<boolean>;
    since: string;
  };
  operation: {
    id: GeneratedAlways<number>;
    kind: 'cancel' | 'restore' | 'cover' | 'room' | 'move' | 'extra' | 'away' | 'change';
    done_by: number;
    done_at: string;
    before: unknown;
    after: unknown;
    undone_by: number | null;
    undone_at: string | null;
    class_schedule_ids: number[] | null;
    patterns_before: unknown;
    patterns_after: unknown;
    effective_from: string | null;
    added_class_id: number | null;
    columns_before: unknown;
    columns_after: unknown;
    room_closing_id: number | null;
  };
  operation_run: {
    name: 'backup' | 'restore-test';
    at: string;
  };
  pattern_co_teacher: {
    class_schedule_id: number;
    valid_from: string;
    position: number;
    teacher_id: number;
    payroll_id: number | null;
  };
  pattern_more_room: {
    class_schedule_id: number;
    valid_from: string;
    position: number;
    classroom_id: number;
  };
  pay_closing: {
    id: GeneratedAlways<number>;
    closed_until: string | null;
    reason: string | null;
    changed_by: number;
    changed_at: string;
  };
  pay_code: {
    id: GeneratedAlways<number>;
    paycode: string;
    amount_cents: number;
    paycode_type: string;
    details: string | null;
    archived_at: string | null;
    key_form: string | null;
  };
  pay_run: {
    id: Generated<number>;
    from_date: string;
    to_date: string;
    lines: number;
    corrections: number;
    minutes: number;
    amount_cents: number;
    columns: number;
    checksum: string;
    made_by: number;
    made_at: string;
  };
  pay_run_line: {
    pay_run_id: number;
    position: number;
    payroll_log_id: number;
    kind: 'line' | 'correction';
    date: string;
    start_time: string;
    end_time: string;
    teacher_id: number;
    first_name: string;
    last_name: string;
    email: string;
    subject_code: string;
    subject_name: string;
    class_type: string;
    minutes: number;
    pay_code_id: number | null;
    paycode: string | null;
    paycode_type: string | null;
    rate_cents: number;
    amount_cents: number;
    checked_in_at: string;
    stand_in_for: string | null;
    group_name: string | null;
  };
  payroll_log: {
    id: GeneratedAlways<number>;
    date: string;
    class_schedule_id: number;
    teacher_id: number;
    duration_minutes: number;
    pay_code_id: number | null;
    rate_cents: Generated<number>;
    amount_cents: Generated<number>;
    status: Generated<'pending' | 'completed'>;
    created_by: number;
    checked_in_at: string;
    /** The user of the teacher's address at that time. */
    owner_id: Generated<number>;
    /** The teacher of the class at that time. */
    class_teacher_id: Generated<number>;
    contested_at: string | null;
    contested_by: number | null;
  };
  payroll_log_history: {
    id: GeneratedAlways<number>;
    payroll_log_id: number;
    class_schedule_id: number;
    date: string;
    what: 'checked_in' | 'entered' | 'changed' | 'reopened' | 'withdrawn' | 'contested';
    /** `[{field, from, to}]`, as texts. */
    changes: Generated<unknown>;
    reason: string | null;
    changed_by: number;
    changed_at: string;
    device_id: number | null;
  };
  qr_check_in: {
    id: GeneratedAlways<number>;
    qr_session_id: number;
    student_id: number;
    step: number;
    date: string;
    device: Buffer;
    arrived_at: string;
  };
  qr_session: {
    id: GeneratedAlways<number>;
    class_schedule_id: number;
    date: string;
    opened_by: number;
    opened_at: string;
    closed_at: string | null;
  };
  qr_try: {
    student_id: number;
    step: number;
    tries: number;
  };
  red_list: {
    id: GeneratedAlways<number>;
    student_id: number;
    subject_id: number;
    /** Read as text. */
    attendance_percentage: ColumnType<string, number, number>;
    archived_at: string | null;
    entered_on: string | null;
  };
  red_list_computed: {
    id: GeneratedAlways<number>;
    student_id: number;
    semester_id: number;
    subject_id: number | null;
    rule_id: number | null;
    state: 'open' | 'accepted' | 'recovered' | 'dismissed' | 'cleared';
    why: string[];
    rate: ColumnType<string, number, number> | null;
    absent: number;
    since: string;
    not_held_since: string | null;
    decided_by: number | null;
    decided_at: string | null;
    decision: string | null;
    decided_rate: ColumnType<string, number, number> | null;
    decided_absent: number | null;
    class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial' | null;
  };
  red_list_rule: {
    id: GeneratedAlways<number>;
    subject_id: number | null;
    course_id: number | null;
    overall: Generated<boolean>;
    below: ColumnType<string, number, number> | null;
    least_meetings: Generated<number>;
    consecutive: number | null;
    absences: number | null;
    weeks: number | null;
    created_by: number;
    created_at: string;
    class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial' | null;
  };
  roll_event: {
    id: GeneratedAlways<number>;
    class_schedule_id: number;
    date: string;
    kind: 'closed' | 'reopened' | 'undone' | 'covered' | 'other_room';
    done_by: number | null;
    done_at: string;
    reason: string | null;
    students: number;
  };
  roll_reminder: {
    date: string;
    mails: number;
  };
  room_closing: {
    id: GeneratedAlways<number>;
    classroom_id: number;
    closed_from: string;
    closed_to: string;
    reason: string;
    created_by: number;
    created_at: string;
  };
  room_gap: {
    classroom_id: number;
    seat_row: number;
    seat_column: number;
  };
  room_layout: {
    classroom_id: number;
    seat_rows: number;
    seat_columns: number;
    version: number;
    changed_by: number;
    changed_at: string;
  };
  saved_report: {
    id: GeneratedAlways<number>;
    name: string;
    address: string;
    is_shared: Generated<boolean>;
    created_by: number;
    created_at: string;
  };
  seat: {
    id: GeneratedAlways<number>;
    seating_plan_id: number;
    version: number;
    seat_row: number;
    seat_column: number;
    student_id: number;
  };
  seating_plan: {
    id: GeneratedAlways<number>;
    class_schedule_id: number;
    classroom_id: number;
    version: number;
  };
  seating_plan_change: {
    seating_plan_id: number;
    version: number;
    way: 'by_hand' | 'by_name' | 'at_random' | 'other_room' | 'restored';
    restored_version: number | null;
    changed_by: number;
    changed_at: string;
  };
  semester: {
    id: GeneratedAlways<number>;
    year: number;
    semester: number;
    batch: string;
    semester_start_date: string;
    semester_end_date: string;
    class_start_date: string;
    class_end_date: string;
    archived_at: string | null;
    key_form: string | null;
    first_week: Generated<'odd' | 'even'>;
  };
  server_secret: {
    name: string;
    value: string;
  };
  sign_in_binding: {
    user_id: number;
    issuer: string;
    /** The provider's account that the user's address belongs to. */
    subject: string;
    bound_at: Generated<string>;
  };
  specialization: {
    id: GeneratedAlways<number>;
    specialization: string;
    specialization_code: string;
    archived_at: string | null;
    key_form: string | null;
  };
  standing: {
    student_id: number;
    semester_id: number;
    subject_id: number;
    present: number;
    late: number;
    absent: number;
    excused: number;
    scheduled_minutes: number;
    excused_minutes: number;
    attended_minutes: number;
    unfinished: number;
    unfinished_minutes: number;
    streak: number;
    absent_on: string[];
    left_meetings: number;
    left_minutes: number;
  };
  standing_due: {
    id: GeneratedAlways<number>;
    student_id: number | null;
    class_schedule_id: number | null;
    is_counted: Generated<boolean>;
    is_mark: Generated<boolean>;
  };
  standing_of_type: {
    student_id: number;
    semester_id: number;
    subject_id: number;
    class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
    present: number;
    late: number;
    absent: number;
    excused: number;
    scheduled_minutes: number;
    excused_minutes: number;
    attended_minutes: number;
    unfinished: number;
    unfinished_minutes: number;
    streak: number;
    absent_on: string[];
    left_meetings: number;
    left_minutes: number;
  };
  standing_progress: {
    is_single: Generated<boolean>;
    history_id: Generated<number>;
    history_xid: Generated<string>;
    ended_until: string | null;
    as_of: string | null;
    computed_on: string | null;
    computed_after: Generated<number>;
    differences: Generated<number>;
    evaluated_for: string | null;
    counted_on: string | null;
    counted_after: Generated<number>;
  };
  stored_file: {
    key: string;
    category: string;
    /** Triggers on `student` and `leave` update it. */
    owner_id: number | null;
    uploaded_by: number | null;
    created_at: Generated<string>;
    released_at: string | null;
    sized_at: string | null;
  };
  student: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    student_id: string;
    first_name: string;
    last_name: string;
    gender: 'male' | 'female' | 'other' | null;
    phone_number: Generated<string>;
    date_of_birth: string | null;
    batch: string | null;
    student_mail: string | null;
    rfid_number: string | null;
    profile_image: string | null;
    card_print_status: 'not_printed' | 'awaiting_collection' | 'collected' | null;
    archived_at: string | null;
    /** Since then the row is anonymous. */
    erased_at: string | null;
    merged_into: number | null;
    created_at: Generated<string | null>;
    key_form: string | null;
    search: GeneratedAlways<string>;
  };
  student_alert: {
    entry_id: number;
    part: string;
  };
  student_calendar_link: {
    student_id: number;
    secret_hash: Buffer;
    created_at: string;
  };
  student_card: {
    id: GeneratedAlways<number>;
    student_id: number;
    number: string;
    given_at: string | null;
    given_by: number | null;
    for_print: Generated<boolean>;
    ended_at: string | null;
    ended_by: number | null;
    reason:
      | 'replaced'
      | 'lost'
      | 'returned'
      | 'removed'
      | 'corrected'
      | 'passed_on'
      | 'merged'
      | null;
  };
  student_id_change: {
    id: GeneratedAlways<number>;
    student_id: number;
    former_id: string;
    had_from: string | null;
    ended_at: string;
  };
  student_merge: {
    id: GeneratedAlways<number>;
    into_id: number;
    from_id: number;
    done_by: number;
    done_at: string;
    moved: unknown;
    decided: unknown;
    before: unknown;
  };
  student_message: {
    id: GeneratedAlways<number>;
    student_id: number;
    day: string;
    kind: 'absence' | 'last' | 'correction' | 'alert';
    recipient: 'student' | 'guardian' | 'teacher' | 'coordinator';
    guardian_id: number | null;
    address: string | null;
    channel: Generated<'mail' | 'sms'>;
    state: 'held' | 'queued' | 'cancelled' | 'stopped' | 'dropped' | 'unaddressed';
    reason: string | null;
    due_at: string;
    created_at: string;
    handed_at: string | null;
    ended_at: string | null;
    mail_id: number | null;
    is_resent: Generated<boolean>;
    entry_id: number | null;
    parts: string[] | null;
  };
  student_message_class: {
    message_id: number;
    class_schedule_id: number;
  };
  subject: {
    id: GeneratedAlways<number>;
    subject_name: string;
    subject_code: string;
    year: number;
    course_id: number;
    specialization_id: number;
    subject_teacher_id: number;
    archived_at: string | null;
    key_form: string | null;
  };
  teacher: {
    id: GeneratedAlways<number>;
    first_name: string;
    last_name: string;
    email: string;
    phone: Generated<string>;
    archived_at: string | null;
    card_number: string | null;
    key_form: string | null;
  };
  template: {
    kind: string;
    title: string | null;
    body: string | null;
    version: number;
    changed_by: number;
    changed_at: string;
  };
  waiting_class: {
    id: GeneratedAlways<number>;
    title: string;
    class_code: string | null;
    subject_id: number;
    semester_id: number;
    teacher_id: number | null;
    location: string | null;
    class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
    archived_at: string | null;
    co_teacher_ids: number[] | null;
  };
  waiting_member: {
    id: GeneratedAlways<number>;
    waiting_class_id: number;
    student_id: number;
    sourced_id: string;
    member_from: string | null;
    member_to: string | null;
  };
  webhook: {
    id: GeneratedAlways<number>;
    name: string;
    url: string;
    kinds: string[];
    with_names: Generated<boolean>;
    secret: Buffer;
    created_by: number;
    created_at: string;
    failures: Generated<number>;
    failing_since: string | null;
    paused_until: string | null;
    delivered_at: string | null;
    disabled_at: string | null;
    disabled_by: number | null;
    is_mail_due: Generated<boolean>;
  };
  webhook_delivery: {
    id: GeneratedAlways<number>;
    webhook_id: number;
    message_id: Generated<string>;
    event: string;
    subject: string;
    student_id: number | null;
    class_schedule_id: number | null;
    date: string | null;
    at: string;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    next_at: string | null;
    leased_until: string | null;
    attempted_at: string | null;
    answer_code: number | null;
    duration_ms: number | null;
    error: string | null;
  };
  webhook_progress: {
    is_single: Generated<boolean>;
    history_id: number;
    history_xid: string;
  };
}

/** Composite types of the database that its functions take as parameters. */
export interface Parameters {
  door_terms: {
    /** The terms by which the marks of the taps are judged. */
    marks: Parameters['mark_terms'] | null;
    /** Minutes before a class from which its taps are taken. */
    opens: number | null;
    /** By class type, where they differ. */
    opens_by: Record<string, number>;
    /** Minutes before a class from which its teacher may check in. */
    check_in_before: number | null;
    /** Unknown cards in a minute, after which answers say nothing. */
    unknown_cards: number | null;
    /** Taps of a device that are held at most. */
    held_taps: number | null;
    /** The device's clock when it sent was known: times are corrected by it. */
    corrected: boolean | null;
    /** The user who accepts taps that were held. */
    accepted_by: number | null;
    /** An ID that an attendant typed (R-DOOR-6). */
    typed: boolean | null;
  };
  mark_terms: {
    /** The time zone of the institute. */
    zone: string | null;
    today: string | null;
    /** Days in which a roll may be edited; 0 for ever. */
    edit_days: number | null;
    /** Minutes after which a tap is late; 0 for never. */
    late: number | null;
    /** By class type, where they differ. */
    late_by: Record<string, number>;
    /** Minutes after which a tap is Absent, by class type. */
    absent_by: Record<string, number>;
    /** The address of the user: the student who has it is not marked. */
    mail: string | null;
    /** The time of a mark that waited for the network; ISO instant. */
    made_at: string | null;
    /** Minutes before the start to which an earlier time of making is moved. */
    opens: number | null;
    /** By class type, where they differ. */
    opens_by: Record<string, number>;
    /** The teacher that the user is. */
    teacher: number | null;
    /** The user may manage all rolls: a closed roll takes their waiting marks (R-ROLL-25). */
    manages: boolean | null;
    /** A held mark that an administrator accepts. */
    accepted: boolean | null;
    detail: MarkDetail;
    /** `detail` is restored, with the author of its excuse. */
    restores: boolean | null;
    /** The author of a restored excuse; null when unknown. */
    excuse_by: number | null;
    /** Keys that are not plain, as they were meant (R-KEY-1). */
    plain: Record<string, string>;
    /** Keys whose card number is stored in another form (R-CARD-1). */
    cards: Record<string, string>;
    /** The access token that makes the marks. */
    token: number | null;
    /** The device of a room that took the tap. */
    device: number | null;
    /** As the previous release sends it, until it no longer runs. */
    of_record: boolean | null;
    takes_back: string | null;
    seen: string | null;
    /** How a mark was made that is restored; null: as this change. */
    mark_how: string | null;
  };
}
