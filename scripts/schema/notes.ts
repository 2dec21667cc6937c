/** Facts about columns that the catalog does not contain. */
interface ColumnNote {
  comment?: string;
  /** A narrower type than the column's. */
  type?: string;
  /** A trigger fills it in. */
  filled?: true;
}

export const columnNotes: Record<string, ColumnNote> = {
  'attendance_request.answer': { comment: 'The response, for repetitions of the request.' },
  'class_schedule.day_of_week': { comment: 'ISO weekday, Monday = 1.' },
  'class_schedule.weeks': { comment: 'Weeks of its semester; null: every week.' },
  'class_meeting.covering_teacher_id': { comment: 'Who covers for the planned teacher.' },
  'class_meeting.own_time': { comment: 'The times were changed by hand: they stay.' },
  'class_meeting.own_room': { comment: 'The room was changed by hand: it stays.' },
  'class_meeting.held_on_holiday': { comment: 'Somebody confirmed that it is held on a holiday.' },
  'class_meeting.status_before_archive': {
    comment: 'What a date that was changed by hand is again once its class is restored.',
  },
  'class_meeting.extra_uid': {
    comment: 'Of an extra meeting, wherever it is moved: distinguishes it in calendars.',
  },
  'class_meeting.sequence': {
    comment:
      'Grows with each change of time, room, status and teacher, also of a row that came back.',
  },
  'class_schedule_pattern.paused_day_of_week': {
    comment: 'The weekday that an archived class has again once it is restored.',
  },
  'class_schedule_pattern.valid_from': {
    comment: 'The first date on which the class is like this.',
  },
  'cohort_assignment.assigned_to': { comment: 'The last day, inclusive; null while open.' },
  'cohort_transfer.closed': {
    comment: 'The enrolments that it ended: `[{class_schedule_id, enrolled_from}]`.',
  },
  'cohort_transfer.joined': { comment: 'The student was not in the new cohort before.' },
  'cohort_transfer.kept': {
    comment: 'Enrolments that it took over, by id; null in rows of earlier versions.',
  },
  'cohort_transfer.opened': {
    comment: 'Enrolments that it opened, by id; null in rows of earlier versions.',
  },
  'enrolment.cohort_assignment_id': {
    comment: 'The cohort assignment that opened it; null for individual enrolments.',
  },
  'enrolment.enrolled_to': { comment: 'The last day, inclusive; null while open.' },
  'erasure.id_hmac': { comment: 'Identifies the ID of the erased student, without disclosing it.' },
  'former_student_id.id_hmac': {
    comment: 'Identifies an ID that the student had before, without disclosing it.',
  },
  'mail.erasures': {
    comment:
      'Number of erasures since it was ordered: files from before an erasure are not sent after it.',
  },
  'door_terms.accepted_by': { comment: 'The user who accepts taps that were held.' },
  'door_terms.check_in_before': {
    comment: 'Minutes before a class from which its teacher may check in.',
  },
  'door_terms.corrected': {
    comment: "The device's clock when it sent was known: times are corrected by it.",
  },
  'door_terms.held_taps': { comment: 'Taps of a device that are held at most.' },
  'door_terms.marks': { comment: 'The terms by which the marks of the taps are judged.' },
  'door_terms.opens': { comment: 'Minutes before a class from which its taps are taken.' },
  'door_terms.opens_by': {
    type: 'Record<string, number>',
    comment: 'By class type, where they differ.',
  },
  'door_terms.typed': { comment: 'An ID that an attendant typed (R-DOOR-6).' },
  'door_terms.unknown_cards': {
    comment: 'Unknown cards in a minute, after which answers say nothing.',
  },
  'mark_terms.absent_by': {
    comment: 'Minutes after which a tap is Absent, by class type.',
    type: 'Record<string, number>',
  },
  'mark_terms.accepted': { comment: 'A held mark that an administrator accepts.' },
  'mark_terms.cards': {
    comment: 'Keys whose card number is stored in another form (R-CARD-1).',
    type: 'Record<string, string>',
  },
  'mark_terms.detail': { type: 'MarkDetail' },
  'mark_terms.device': { comment: 'The device of a room that took the tap.' },
  'mark_terms.edit_days': { comment: 'Days in which a roll may be edited; 0 for ever.' },
  'mark_terms.mark_how': {
    comment: 'How a mark was made that is restored; null: as this change.',
  },
  'mark_terms.excuse_by': { comment: 'The author of a restored excuse; null when unknown.' },
  'mark_terms.late': { comment: 'Minutes after which a tap is late; 0 for never.' },
  'mark_terms.late_by': {
    comment: 'By class type, where they differ.',
    type: 'Record<string, number>',
  },
  'mark_terms.mail': { comment: 'The address of the user: the student who has it is not marked.' },
  'mark_terms.made_at': { comment: 'The time of a mark that waited for the network; ISO instant.' },
  'mark_terms.manages': {
    comment: 'The user may manage all rolls: a closed roll takes their waiting marks (R-ROLL-25).',
  },
  'mark_terms.of_record': { comment: 'As the previous release sends it, until it no longer runs.' },
  'mark_terms.opens': {
    comment: 'Minutes before the start to which an earlier time of making is moved.',
  },
  'mark_terms.opens_by': {
    comment: 'By class type, where they differ.',
    type: 'Record<string, number>',
  },
  'mark_terms.plain': {
    comment: 'Keys that are not plain, as they were meant (R-KEY-1).',
    type: 'Record<string, string>',
  },
  'mark_terms.restores': { comment: '`detail` is restored, with the author of its excuse.' },
  'mark_terms.teacher': { comment: 'The teacher that the user is.' },
  'mark_terms.token': { comment: 'The access token that makes the marks.' },
  'mark_terms.zone': { comment: 'The time zone of the institute.' },
  'payroll_log.class_teacher_id': {
    comment: 'The teacher of the class at that time.',
    filled: true,
  },
  'payroll_log.owner_id': {
    comment: "The user of the teacher's address at that time.",
    filled: true,
  },
  'payroll_log_history.changes': { comment: '`[{field, from, to}]`, as texts.' },
  'red_list.attendance_percentage': { comment: 'Read as text.' },
  'sign_in_binding.subject': {
    comment: "The provider's account that the user's address belongs to.",
  },
  'stored_file.owner_id': { comment: 'Triggers on `student` and `leave` update it.' },
  'student.erased_at': { comment: 'Since then the row is anonymous.' },
  'student.search': { type: 'string' },
};
