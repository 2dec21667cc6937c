export { ownOngoing } from '../rolls/own-ongoing.ts';
