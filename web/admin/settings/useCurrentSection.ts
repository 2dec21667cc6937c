import { useEffect, useState } from 'react';

/** How far below the top of the window, in px, a section begins that counts as read: the header and some lines. */
const readBelow = 160;

/**
 * The section that is being read: the last one that begins above the upper part of the window, at the end of the page
 * the last one.
 * @param ids of the sections, in their order.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const key = ids.join(' ');
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const sections = key.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const find = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;
      const begun = sections.filter((section) => section.getBoundingClientRect().top < readBelow);
      setCurrent(
        ((isAtEnd && window.scrollY > 0 ? sections.at(-1) : begun.at(-1)) ?? sections[0])?.id,
      );
    };
    find();
    window.addEventListener('scroll', find, { passive: true });
    return () => window.removeEventListener('scroll', find);
  }, [key]);
  return current;
}
