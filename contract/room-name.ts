/** `Room 105` of the number `105`, and of one that says `Room 105` itself. */
export const roomName = (number: string): string =>
  /^room\b/i.test(number) ? number : `Room ${number}`;

/** The same within a sentence: `room 105`. */
export const roomInText = (number: string): string =>
  /^room\b/i.test(number) ? number : `room ${number}`;
