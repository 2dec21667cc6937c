/**
 * The door of people: students, teachers, guardians, cards, merges and privacy.
 * Other domains import nothing else of it.
 */
export { setCardChange } from './cards/change.ts';
export { searchedCard } from './cards/searched-card.ts';
export { previewOf } from './cards/preview.ts';
export { respellCards, respellingRights } from './cards/respell.ts';
export { followNumbers } from './cards/follow-numbers.ts';
export { deleteGuardians } from './guardians/delete.ts';
export { tooManyGuardians } from './guardians/queries.ts';
export { eachStudent } from './students/export.ts';
export { teacherList } from './teachers/list.ts';
