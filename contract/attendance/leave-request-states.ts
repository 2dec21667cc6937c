/** States of a leave request; `withdrawn` by its student. Apart from the schemas, for the screens. */
export const leaveRequestStates = ['requested', 'approved', 'declined', 'withdrawn'] as const;
export type LeaveRequestState = (typeof leaveRequestStates)[number];

export const leaveRequestTitles: Record<LeaveRequestState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
