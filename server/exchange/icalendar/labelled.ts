/** Titles that stand before the names of teachers, in the languages of many files. */
const titles = [
  'teachers?|lecturers?|instructors?|tutors?|taught\\s+by|prof|professors?',
  'dozent|dozentin|dozenten|lehrer|lehrerin|lehrkraft|lehrperson|docente?s?|docenten|leraar',
  'enseignante?s?|professeure?s?|profesora?|profesores|insegnante|professora?|professores?',
  'lärare|föreläsare|underviser|undervisere|foreleser|opettaja',
  'prowadzący|wykładowca|nauczyciel|učitel|vyučující|oktató|tanár',
  'hoca|öğretmen|öğretim\\s+elemanı|giảng\\s+viên|преподаватель|викладач|καθηγητής',
  '教師|教员|担当|교수|강사',
].join('|');
const named = new RegExp(
  `(?:^|[\\n,;|(>])\\s*(?:${titles})(?:\\((?:s|e|a|in)\\)|/(?:e|a|in))?\\s*[:：]\\s*<?([^\\n;|<>)]{2,100})`,
  'iu',
);

const substitutes =
  /(?:^|[\n,;|(>])\s*(covered\s+by|cover|substitute|substituted\s+by|relief(?:\s+teacher)?|supply(?:\s+teacher)?|stand-in|vertretung|vertreten\s+durch|remplaçant|remplacée?\s+par|sustituto|sustituta|supplente|vervanger|vikarie)\s*[:：]\s*<?([^\n;|<>)]{2,100})/iu;

/**
 * Who stands in by the words of a description, such as “Covered by: Müller”; null without such words. What stands behind
 * “Cover:” may as well be what a class is about.
 */
export function labelledSubstitute(description: string): { name: string; isSure: boolean } | null {
  const [, label = '', name = ''] = substitutes.exec(description.normalize('NFC')) ?? [];
  return name.trim() ? { name: name.trim(), isSure: !/^cover$/i.test(label) } : null;
}

/** Who teaches by the words of a description, such as “Dozent: Müller”; null without such words. */
export const labelledTeacher = (description: string): string | null =>
  named.exec(description.normalize('NFC'))?.[1]?.trim() || null;

/** Lines about who made or booked an event, helps in it, or answers for it. */
const bookings =
  /^.*\b(?:created|booked|modified|updated|requested|organi[sz]ed|replaced)\s+by\b.*$|^\s*(?:contact|assistant|replaces|coordinator|organi[sz]er|kontakt|erstellt von|gebucht von|créé par|creado por|ansprechpartner(?:in)?)\b.*$/gimu;

/** A description without these lines. */
export const withoutBookings = (description: string): string => description.replace(bookings, '');

const roomWord =
  /^(?:rooms?|raum|zimmer|hörsaal|salle|aula|sala|salón|lokaal|zaal|učebna|terem|derslik|教室)(?!\p{L})[\s:.]*(?=\S)/iu;
const seats = /\s*[([]\s*\d+[^)\]]*[)\]]\s*$/u;

/** A location without the word for a room in front and its seats behind: `Raum B2.10 (50)` is B2.10. */
export const bareRoom = (location: string): string =>
  location.replace(roomWord, '').replace(seats, '');

/** Calendar programs write these words before the title of a cancelled event. */
const cancelled =
  /^[[(<*\s]*(?:cancell?ed(?: event| class)?|no class(?:es)?|postponed|kein unterricht|pas de cours|abgesagt|annulée?|cancelad[oa]|annullat[oa]|geannuleerd|inställt|aflyst|avlyst|odwołane|iptal edildi|zrušeno|キャンセル済み)\s*[\])>*:：–-]/iu;

/** Categories of cancelled lessons in school systems. */
const cancelledKinds = /^(?:cours annulé|cancell?ed|entfall|ausfall|annulé|cancelado|annullata)$/iu;
export const isCategoryOfCancelled = (categories: string): boolean =>
  categories.split(',').some((text) => cancelledKinds.test(text.trim()));

/** The same behind the title: `Algebra - POSTPONED`, `Algebra (cancelled)`. */
const cancelledBehind = /[-–:([]\s*(?:cancell?ed|postponed|abgesagt|entfällt|annulée?)\s*[\])]?$/iu;

export const isTitleOfCancelled = (summary: string): boolean =>
  cancelled.test(summary.trim()) || cancelledBehind.test(summary.trim());
