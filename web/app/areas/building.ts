/** Who is in the building now: opened in a hurry, and by many at once; the records of roll calls are not. */
export { WhoIsHerePage } from '#web/attendance/building/WhoIsHerePage.tsx';
