import { expect, it } from 'vitest';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { PersonName } from './PersonName.tsx';

/** Where a text stands, in px from the left. */
function placeOf(text: string): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.nodeValue?.indexOf(text) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + text.length);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`${text} is not shown`);
}

it.each([
  ['נועה', 'לוי', 'נועה לוי'],
  ['محمد', '–', 'محمد'],
  ['Zoë', 'Li', 'Zoë Li'],
])(
  '%s %s leaves the order of the numbers beside the name (R-NAME-3)',
  async (first_name, last_name, shown) => {
    const screen = await renderWithLibrary(
      <p>
        1111 <PersonName of={{ first_name, last_name }} /> 2222
      </p>,
    );
    await expect.element(screen.getByText(shown)).toBeVisible();
    const places = ['1111', shown, '2222'].map(placeOf);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  },
);
