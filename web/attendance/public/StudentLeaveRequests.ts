export { StudentLeaveRequests } from '../leave-requests/StudentLeaveRequests.tsx';
