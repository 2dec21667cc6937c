export { StudentFollowUps } from '../follow-ups/StudentFollowUps.tsx';
