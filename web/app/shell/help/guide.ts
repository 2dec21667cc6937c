import { queryOptions } from '@tanstack/react-query';
import type { Topic } from '../../pages/guide.ts';

const pageOf = ({ page }: Topic): string => `/guide/${page}.html`;

/** The guide's own page, at the first of the sections. */
export const addressOfGuide = (topic: Topic): string => `${pageOf(topic)}#${topic.sections[0]}`;

/** Links lead to the guide in another tab: the page beside the help stays. */
function inNewTab(section: Element, from: string): Element {
  for (const link of section.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (address.startsWith('#')) link.setAttribute('href', from + address);
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noreferrer');
  }
  return section;
}

/**
 * The sections of a topic, as elements that belong to no page yet.
 * @throws Error when the server has no such page, or the page no such section.
 */
async function readSections(topic: Topic, signal: AbortSignal): Promise<Element[]> {
  const answer = await fetch(pageOf(topic), { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = topic.sections.flatMap((id) => page.getElementById(id) ?? []);
  if (found.length === 0) throw new Error('The guide has nothing about this page.');
  return found.map((section) => inNewTab(document.importNode(section, true), pageOf(topic)));
}

export const guideQuery = (topic: Topic) =>
  queryOptions({
    queryKey: ['guide', topic.page, topic.sections],
    queryFn: ({ signal }) => readSections(topic, signal),
    staleTime: Infinity,
    // Elements cannot be compared field by field.
    structuralSharing: false,
    retry: false,
  });
