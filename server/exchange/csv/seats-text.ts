const shown = 10;

/** What is not found about rooms that an import makes, until somebody enters how many seats they have. */
export function seatsText(rooms: readonly string[]): string {
  const more = rooms.length > shown ? ` and ${rooms.length - shown} more` : '';
  const named = `${rooms.slice(0, shown).join(', ')}${more}`;
  const [count, their] =
    rooms.length === 1 ? ['1 room is', 'its'] : [`${rooms.length} rooms are`, 'their'];
  return `${count} made without seats (${named}): enter ${their} capacity, or two classes there at once and too many students are not found`;
}
