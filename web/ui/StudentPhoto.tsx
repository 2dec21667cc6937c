import { useState } from 'react';
import { photoLink } from '#contract/files.ts';

/** The photo, or the initials without one; the name is always beside it. */
export function StudentPhoto({
  student,
  size,
}: {
  student: { name: string; profile_image: string | null };
  size: number;
}) {
  const { name, profile_image: image } = student;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className="at-photo"
      style={{ width: size, height: size, fontSize: size / 2.5 }}
      aria-hidden="true"
    >
      {image && image !== broken ? (
        <img
          src={photoLink(image, size * window.devicePixelRatio)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(image)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

export const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((part) => Array.from(part)[0])
    .slice(0, 2)
    .join('');
